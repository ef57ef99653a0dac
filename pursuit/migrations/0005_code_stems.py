"""The words of stored codes become the stems that a search compares, as a new import would write them."""

from django.db import connection, migrations

from pursuit.codes.words import words_of

_BATCH = 5_000
_COUNT = """
DELETE FROM pursuit_codeword;
INSERT INTO pursuit_codeword (word, frequency)
SELECT word, count(*) FROM pursuit_code, unnest(words) AS word GROUP BY 1
"""


def stem_again(apps, schema_editor):
    """Without codes nothing is done; the rows of an import are rewritten in batches."""
    codes = apps.get_model("pursuit", "Code").objects
    changed = []
    for code in codes.only("pk", "description", "short_description").iterator(chunk_size=_BATCH):
        code.words = sorted({*words_of(code.description), *words_of(code.short_description)})
        changed.append(code)
        if len(changed) == _BATCH:
            codes.bulk_update(changed, ["words"])
            changed = []
    codes.bulk_update(changed, ["words"])
    with connection.cursor() as cursor:
        cursor.execute(_COUNT)


class Migration(migrations.Migration):
    dependencies = [("pursuit", "0004_part_left")]

    operations = [migrations.RunPython(stem_again, migrations.RunPython.noop, elidable=True)]
