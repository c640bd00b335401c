#!/usr/bin/env bash
# tz-lookup and @photostructure/tz-lookup put the capital of American Samoa a day ahead.
#
# Versions: tz-lookup 6.1.25, @photostructure/tz-lookup 11.7.0, geo-tz 8.1.9, tzfpy 2.1.1 (Python).
# Seen on 2026-11-30.
# Input: Pago Pago and Tafuna in American Samoa, 11 hours behind UTC; Apia in Samoa, 125 km away, 13
# ahead; Dili, the capital of East Timor, 9 ahead.
# Seen: both have Pacific/Apia for American Samoa, so the hour is right and the date is not: a
# workout there gets the date of the next day. In Dili, they are an hour off. Both say that they are
# approximate, but few expect it of a capital. geo-tz and tzfpy are right in all four places.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent tz-lookup@6.1.25 @photostructure/tz-lookup@11.7.0 geo-tz@8.1.9
python3 -m venv python
export PIP_DISABLE_PIP_VERSION_CHECK=1
python/bin/pip install --quiet tzfpy==2.1.1
cat > read.mjs << 'READ'
import photostructure from '@photostructure/tz-lookup';
import { find } from 'geo-tz/all';
import lookup from 'tz-lookup';

const moment = new Date('2026-05-04T06:30:00Z');
const show = (timeZone) => {
  const options = { timeZone, dateStyle: 'short', timeStyle: 'short' };
  return `${timeZone} ${new Intl.DateTimeFormat('sv', options).format(moment)}`;
};
for (const [name, ...place] of [
  ['Pago Pago', -14.2756, -170.702],
  ['Tafuna', -14.3358, -170.72],
  ['Apia', -13.8333, -171.7667],
  ['Dili', -8.5569, 125.5603],
]) {
  console.log(`${name}: tz-lookup ${show(lookup(...place))}`);
  console.log(`${name}: @photostructure ${show(photostructure(...place))}`);
  console.log(`${name}: geo-tz ${show(find(...place)[0])}`);
}
READ
cat > read.py << 'READ'
from tzfpy import get_tz

places = [(-14.2756, -170.702), (-14.3358, -170.72), (-13.8333, -171.7667), (-8.5569, 125.5603)]
for latitude, longitude in places:
    print("tzfpy", get_tz(longitude, latitude))
READ
(node read.mjs && python/bin/python read.py) | tee seen.txt
cat > expected.txt << 'EXPECTED'
Pago Pago: tz-lookup Pacific/Apia 2026-05-04 19:30
Pago Pago: @photostructure Pacific/Apia 2026-05-04 19:30
Pago Pago: geo-tz Pacific/Pago_Pago 2026-05-03 19:30
Tafuna: tz-lookup Pacific/Apia 2026-05-04 19:30
Tafuna: @photostructure Pacific/Apia 2026-05-04 19:30
Tafuna: geo-tz Pacific/Pago_Pago 2026-05-03 19:30
Apia: tz-lookup Pacific/Apia 2026-05-04 19:30
Apia: @photostructure Pacific/Apia 2026-05-04 19:30
Apia: geo-tz Pacific/Apia 2026-05-04 19:30
Dili: tz-lookup Asia/Makassar 2026-05-04 14:30
Dili: @photostructure Asia/Makassar 2026-05-04 14:30
Dili: geo-tz Asia/Dili 2026-05-04 15:30
tzfpy Pacific/Pago_Pago
tzfpy Pacific/Pago_Pago
tzfpy Pacific/Apia
tzfpy Asia/Dili
EXPECTED
cmp seen.txt expected.txt
