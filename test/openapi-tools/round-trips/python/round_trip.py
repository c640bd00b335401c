"""Creates and reads a data source and a day of the diary with the generated Python clients."""

import os
from datetime import date

import diary_client
import main_client

token = os.environ["ACCESS_TOKEN"]
identity = (os.environ["CLIENT_ID"], os.environ["USER_ID"])

main = main_client.ApiClient(
    main_client.Configuration(host=os.environ["BASE_URL"], access_token=token)
)
sources = main_client.DataSourceApi(main)
device = main_client.DeviceInput(manufacturer="Garmin", model="FR-935")
embedded = main_client.DataSourceInputEmbedded(device=[device])
source = main_client.DataSourceInput(name="My watch", embedded=embedded)
sources.create_data_source(source)
[listed] = sources.list_data_sources().embedded.data_sources
assert listed.name == "My watch", listed

service = diary_client.ApiClient(
    diary_client.Configuration(host=os.environ["DIARY_BASE_URL"], access_token=token)
)
diary = diary_client.DiaryApi(service)
run = diary_client.ExerciseInput(
    type="exercise",
    date=date(2026, 11, 20),
    exercise=diary_client.ExerciseReferenceInput(id="1"),
    duration=1800,
    energy=diary_client.Energy(unit=diary_client.EnergyUnit.CALORIES, value=254.5),
    distance=5012.25,
)
entries = diary_client.DiaryEntriesInput(items=[diary_client.DiaryEntryInput(run)])
diary.create_diary_entries(*identity, entries)
day = diary.get_diary_day(*identity, entry_date=date(2026, 11, 20), fields=["all"])
[item] = day.items
assert item.actual_instance.distance == 5012.25, item
