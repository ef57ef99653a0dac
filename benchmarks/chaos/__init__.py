"""`make chaos`: ten clients talk while everything around them is killed, filled, stalled and flooded; then the accounts.

`script` says what is done and when, from a seed; `scene` has the processes; `accounts` asks the database what was lost.
"""
