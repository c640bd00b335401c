"""Creates and reads a data source and a diary day with the generated Python clients."""

import os
from datetime import date

from diary_client import AuthenticatedClient as DiaryClient
from diary_client.api.diary import create_diary_entries, get_diary_day
from diary_client.models import DiaryEntriesInput
from main_client import AuthenticatedClient as MainClient
from main_client.api.data_source import create_data_source, list_data_sources
from main_client.models import DataSourceInput

token = os.environ["ACCESS_TOKEN"]
identity = {
    "svc_client_id": os.environ["CLIENT_ID"],
    "svc_user_id": os.environ["USER_ID"],
}
main = MainClient(base_url=os.environ["BASE_URL"], token=token)
diary = DiaryClient(base_url=os.environ["DIARY_BASE_URL"], token=token)

device = {"manufacturer": "Garmin", "model": "FR-935"}
source = DataSourceInput.from_dict({"name": "My watch", "_embedded": {"device": [device]}})
create_data_source.sync(client=main, body=source)
[listed] = list_data_sources.sync(client=main).field_embedded.data_sources
assert listed.name == "My watch", listed

run = {
    "type": "exercise",
    "date": "2026-11-20",
    "exercise": {"id": "1"},
    "duration": 1800,
    "energy": {"unit": "calories", "value": 254.5},
}
lunch = {
    "type": "food_entry",
    "date": "2026-11-20",
    "diary_meal": "Lunch",
    "food": {"name": "Soup"},
    "nutritional_contents": {},
}
entries = DiaryEntriesInput.from_dict({"items": [run, lunch]})
create_diary_entries.sync(client=diary, body=entries, **identity)
day = get_diary_day.sync(client=diary, entry_date=date(2026, 11, 20), **identity)
[meal, exercise] = day.items
assert meal.diary_meal == "Lunch", meal
assert exercise.duration == 1800, exercise
