"""Exchange rates to begin with, and what compliance may see."""

from datetime import date
from decimal import Decimal

from django.db import migrations

# Euro foreign exchange reference rates of the European Central Bank, units of the currency for one euro.
DAY = date(2024, 12, 31)
RATES = {
    "USD": "1.0389", "JPY": "163.06", "BGN": "1.9558", "CZK": "25.185", "DKK": "7.4578", "GBP": "0.82918",
    "HUF": "411.35", "PLN": "4.2750", "RON": "4.9743", "SEK": "11.4590", "CHF": "0.9412", "ISK": "143.90",
    "NOK": "11.7950", "TRY": "36.7372", "AUD": "1.6772", "BRL": "6.4253", "CAD": "1.4948", "CNY": "7.5833",
    "HKD": "8.0686", "IDR": "16820.88", "ILS": "3.7885", "INR": "88.9335", "KRW": "1532.15", "MXN": "21.5504",
    "MYR": "4.6454", "NZD": "1.8532", "PHP": "60.301", "SGD": "1.4164", "THB": "35.676", "ZAR": "19.6188",
}


def add_rates(apps, schema_editor):
    model = apps.get_model("pa_dealing", "ExchangeRate")
    model.objects.bulk_create(
        [model(currency=code, per_euro=Decimal(rate), date=DAY) for code, rate in RATES.items()], ignore_conflicts=True
    )


def add_rights(apps, schema_editor):
    # Django makes permissions only after all migrations have run, so the two that are needed are made here.
    content_type, _ = apps.get_model("contenttypes", "ContentType").objects.get_or_create(
        app_label="pa_dealing", model="draftrequest"
    )
    view, _ = apps.get_model("auth", "Permission").objects.get_or_create(
        content_type=content_type, codename="view_draftrequest", defaults={"name": "Can view trade request"}
    )
    group, _ = apps.get_model("auth", "Group").objects.get_or_create(name="compliance")
    group.permissions.add(view)


class Migration(migrations.Migration):
    dependencies = [
        ("pa_dealing", "0002_requests"),
        ("chat", "0002_groups"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]
    operations = [
        migrations.RunPython(add_rates, migrations.RunPython.noop),
        migrations.RunPython(add_rights, migrations.RunPython.noop),
    ]
