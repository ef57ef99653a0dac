from django.db import migrations

# Rows that are updated while they are new find room on their page, so that no index has to hear of it.
ROOM = "ALTER TABLE {table} SET (fillfactor = 70)"
BACK = "ALTER TABLE {table} RESET (fillfactor)"


class Migration(migrations.Migration):
    dependencies = [("chat", "0011_closed_branches")]

    operations = [
        migrations.RemoveIndex(model_name="turn", name="chat_turn_running"),
        *(
            migrations.RunSQL(ROOM.format(table=table), BACK.format(table=table))
            for table in ("chat_turn", "chat_thread", "chat_allowance")
        ),
    ]
