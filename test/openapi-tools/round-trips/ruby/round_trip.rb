# Creates and reads a data source and a day of the diary with the generated Ruby clients.

%w[main_client diary_client].each do |name|
  $LOAD_PATH.unshift(File.join(__dir__, name, 'lib'))
  require name
end

def expect(expected, actual)
  raise "unexpected: #{actual.inspect}" unless actual == expected
end

# Both clients read the address from the server of their document.
MainClient.configure { |config| config.access_token = ENV.fetch('ACCESS_TOKEN') }
DiaryClient.configure { |config| config.access_token = ENV.fetch('ACCESS_TOKEN') }

sources = MainClient::DataSourceApi.new
device = MainClient::DeviceInput.new(manufacturer: 'Garmin', model: 'FR-935')
embedded = MainClient::DataSourceInputEmbedded.new(device: [device])
sources.create_data_source(
  MainClient::DataSourceInput.new(name: 'My watch', _embedded: embedded)
)
listed = sources.list_data_sources._embedded.data_sources
expect(['My watch'], listed.map(&:name))

diary = DiaryClient::DiaryApi.new
identity = [ENV.fetch('CLIENT_ID'), ENV.fetch('USER_ID')]
date = Date.new(2026, 11, 20)
run = DiaryClient::DiaryEntryInput.new(
  type: 'exercise',
  date: date,
  exercise: DiaryClient::ExerciseReferenceInput.new(id: '1'),
  duration: 1800,
  energy: DiaryClient::Energy.new(unit: 'calories', value: 254.5),
  distance: 5012.25
)
lunch = DiaryClient::DiaryEntryInput.new(
  type: 'food_entry',
  date: date,
  diary_meal: 'Lunch',
  food: DiaryClient::FoodInput.new(name: 'Soup'),
  nutritional_contents: DiaryClient::NutritionalContentsInput.new
)
diary.create_diary_entries(*identity, DiaryClient::DiaryEntriesInput.new(items: [run, lunch]))
types = %w[diary_meal exercise food_entry]
day = diary.get_diary_day(*identity, entry_date: date, types: types, fields: ['all'])
meal, exercise, food = day.items
expect(types, day.items.map(&:type))
expect(['Lunch', 5012.25, 'Soup'], [meal.diary_meal, exercise.distance, food.food.name])
