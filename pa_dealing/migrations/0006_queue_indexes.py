"""The queue over every status, by value, and by the words of a request."""

from django.db import migrations, models

Q = models.Q

# Immutable, so that it can be indexed: the words as they are, in no language.
WORDS = """
CREATE FUNCTION pa_request_words(security jsonb, term text, justification text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT to_tsvector('simple', left(concat_ws(' ', coalesce(security->>'symbol', ''), coalesce(security->>'name', ''),
                                                coalesce(security->>'isin', ''), term, justification), 20000))
$$;
CREATE INDEX pa_request_words ON pa_dealing_draftrequest
    USING gin (pa_request_words(security, security_search_term, justification)) WHERE submitted_at IS NOT NULL;
"""
BACK = "DROP INDEX pa_request_words; DROP FUNCTION pa_request_words(jsonb, text, text);"


class Migration(migrations.Migration):
    dependencies = [("pa_dealing", "0005_review_rights")]
    operations = [
        migrations.AddIndex(
            "draftrequest",
            models.Index(
                fields=["-risk", "submitted_at"], condition=Q(submitted_at__isnull=False), name="pa_queue_of_all"
            ),
        ),
        migrations.AddIndex(
            "draftrequest",
            models.Index(fields=["-base_value"], condition=Q(submitted_at__isnull=False), name="pa_by_value"),
        ),
        migrations.RunSQL(WORDS, BACK),
    ]
