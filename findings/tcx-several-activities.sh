#!/usr/bin/env bash
# Readers of TCX make one workout of two activities; tcxreader finds none in a multisport session.
#
# Versions: python-tcxparser 2.4.0, tcxreader 0.4.11. Seen on 2026-11-30.
# Input: a run of 2,000 m in 600 s and a ride of 5,000 m in 600 s, first as two activities of one
# TCX file, then as the two of a `MultiSportSession`. The schema of Garmin allows both.
# Seen: python-tcxparser takes sport and duration of the run and the distance of the ride: somebody
# runs 5,000 m in 600 s, with a pace of 2:00 per km. tcxreader joins both to a ride of 7,000 m, and
# makes an activity without a sport, of 0 m and without a lap, of the session. No error is raised.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python
export PIP_DISABLE_PIP_VERSION_CHECK=1
python/bin/pip install --quiet python-tcxparser==2.4.0 tcxreader==0.4.11
cat > read.py << 'READ'
from tcxparser import TCXParser
from tcxreader.tcxreader import TCXReader


def point(time, latitude, meters):
    return f"""<Trackpoint><Time>2026-05-04T{time}Z</Time><Position>
<LatitudeDegrees>{latitude}</LatitudeDegrees><LongitudeDegrees>13.4</LongitudeDegrees></Position>
<DistanceMeters>{meters}</DistanceMeters></Trackpoint>"""


def activity(sport, hour, meters):
    track = point(f"{hour}:00:00", 52.50, 0) + point(f"{hour}:10:00", 52.52, meters)
    start = f"2026-05-04T{hour}:00:00Z"
    return f"""<Activity Sport="{sport}"><Id>{start}</Id><Lap StartTime="{start}">
<TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>{meters}</DistanceMeters>
<Calories>100</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod>
<Track>{track}</Track></Lap></Activity>"""


def write(name, activities):
    namespace = "http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"
    with open(name, "w") as file:
        file.write(f"""<?xml version="1.0"?><TrainingCenterDatabase xmlns="{namespace}">
<Activities>{activities}</Activities></TrainingCenterDatabase>""")


run, ride = activity("Running", "06", 2000), activity("Biking", "07", 5000)
session = f"<FirstSport>{run}</FirstSport><NextSport>{ride}</NextSport>"
write("two.tcx", run + ride)
write("session.tcx", f"""<MultiSportSession><Id>2026-05-04T06:00:00Z</Id>{session}
</MultiSportSession>""")
one = TCXParser("two.tcx")
print(f"tcxparser: {one.activity_type}, {one.distance} m, {one.duration} s, pace {one.pace}")
for name in ["two.tcx", "session.tcx"]:
    read = TCXReader().read(name)
    print(f"tcxreader: {name}, {read.activity_type}, {read.distance:g} m, {len(read.laps)} laps")
READ
python/bin/python read.py | tee seen.txt
cat > expected.txt << 'EXPECTED'
tcxparser: running, 5000 m, 600 s, pace 02:00
tcxreader: two.tcx, Biking, 7000 m, 2 laps
tcxreader: session.tcx, None, 0 m, 0 laps
EXPECTED
cmp seen.txt expected.txt
