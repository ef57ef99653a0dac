"""Each entry holds the hash of the one before it. The database computes it, so no writer can leave it out."""

from django.db import migrations, models

# One writer at a time extends the chain: the lock is held until its transaction ends, which is short by design.
FORWARD = """
CREATE FUNCTION audit_entry_hash(entry audit_auditentry) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT encode(sha256(convert_to(jsonb_build_array(
        entry.sequence, entry.previous_hash, extract(epoch FROM entry.at), entry.actor_id, entry.action,
        entry.object_type, entry.object_id, entry.thread_id, entry.turn_id, entry.data)::text, 'UTF8')), 'hex')
$$;
CREATE FUNCTION chain_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    newest record;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('audit_auditentry'));
    SELECT sequence, hash INTO newest FROM audit_auditentry ORDER BY sequence DESC LIMIT 1;
    NEW.sequence := coalesce(newest.sequence, 0) + 1;
    NEW.previous_hash := coalesce(newest.hash, '');
    NEW.hash := audit_entry_hash(NEW);
    RETURN NEW;
END $$;
CREATE TRIGGER chain BEFORE INSERT ON audit_auditentry FOR EACH ROW EXECUTE FUNCTION chain_audit_entry();
"""
BACKWARD = """
DROP TRIGGER chain ON audit_auditentry;
DROP FUNCTION chain_audit_entry();
DROP FUNCTION audit_entry_hash(audit_auditentry);
"""

# Entries from before the chain join it in the order in which they were written.
CHAIN_OLD = """
DO $$
DECLARE
    entry audit_auditentry;
    last_hash text := '';
    number bigint := 0;
BEGIN
    SET LOCAL app.erasing = 'on';
    FOR entry IN SELECT * FROM audit_auditentry ORDER BY id LOOP
        number := number + 1;
        entry.sequence := number;
        entry.previous_hash := last_hash;
        last_hash := audit_entry_hash(entry);
        UPDATE audit_auditentry SET sequence = number, previous_hash = entry.previous_hash, hash = last_hash
         WHERE id = entry.id;
    END LOOP;
    SET LOCAL app.erasing = 'off';
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0002_append_only")]
    operations = [
        migrations.AddField("auditentry", "sequence", models.BigIntegerField(null=True, editable=False)),
        migrations.AddField(
            "auditentry", "previous_hash", models.CharField(max_length=64, blank=True, editable=False, db_default="")
        ),
        migrations.AddField("auditentry", "hash", models.CharField(max_length=64, blank=True, editable=False, db_default="")),
        migrations.AddField("auditentry", "erased", models.BooleanField(db_default=False, editable=False)),
        migrations.RunSQL(FORWARD, BACKWARD),
        migrations.RunSQL(CHAIN_OLD, migrations.RunSQL.noop),
        migrations.AlterField(
            "auditentry", "sequence", models.BigIntegerField(null=True, editable=False, unique=True)
        ),
    ]
