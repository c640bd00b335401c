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
run = diary_client.DiaryEntryInput(
    type="exercise",
    date=date(2026, 11, 20),
    exercise=diary_client.ExerciseReferenceInput(id="1"),
    duration=1800,
    energy=diary_client.Energy(unit=diary_client.EnergyUnit.CALORIES, value=254.5),
    distance=5012.25,
)
lunch = diary_client.DiaryEntryInput(
    type="food_entry",
    date=date(2026, 11, 20),
    diary_meal="Lunch",
    food=diary_client.FoodInput(name="Soup"),
    nutritional_contents=diary_client.NutritionalContentsInput(),
)
entries = diary_client.DiaryEntriesInput(items=[run, lunch])
diary.create_diary_entries(*identity, entries)
types = ["diary_meal", "exercise", "food_entry"]
day = diary.get_diary_day(
    *identity, entry_date=date(2026, 11, 20), types=types, fields=["all"]
)
[meal, exercise, food] = day.items
assert meal.diary_meal == "Lunch", meal
assert exercise.distance == 5012.25, exercise
assert food.food.name == "Soup", food
