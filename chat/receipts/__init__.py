"""A receipt of a value: whose words it was read from, by which call, with what checks, and what proves it.

An assistant declares its values as `Traced`; the rest is put together here, the same for all.
"""

from chat.receipts.making import receipt_of

__all__ = ["receipt_of"]
