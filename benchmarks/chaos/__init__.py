"""`make chaos`: ten clients talk while everything around them is killed, filled, stalled and flooded.

`script` says what is done and when, from a seed; `scene` has the processes; `accounts` asks the database
afterwards what was lost, doubled, stuck or broken.
"""
