<?php
// Creates and reads a data source and a day of the diary with the generated PHP clients.

declare(strict_types=1);

use DiaryClient\Api\DiaryApi;
use DiaryClient\Model as Diary;
use MainClient\Api\DataSourceApi;
use MainClient\Model as Service;

// A warning, e.g. of a pattern that PHP does not understand, is a failure.
set_error_handler(function (int $level, string $message): never {
    throw new ErrorException($message);
});

// With Composer, the clients and Guzzle would be loaded by vendor/autoload.php.
require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $class): void {
    [$package, $name] = explode('\\', $class, 2) + [1 => ''];
    $file = __DIR__ . "/$package/lib/" . strtr($name, '\\', '/') . '.php';
    if (is_file($file)) {
        require $file;
    }
});

function expect(bool $condition, mixed $actual): void
{
    if (!$condition) {
        throw new UnexpectedValueException("unexpected: $actual");
    }
}

$configuration = (new MainClient\Configuration())
    ->setHost(getenv('BASE_URL'))
    ->setAccessToken(getenv('ACCESS_TOKEN'));
$sources = new DataSourceApi(config: $configuration);

$device = new Service\DeviceInput(['manufacturer' => 'Garmin', 'model' => 'FR-935']);
$embedded = new Service\DataSourceInputEmbedded(['device' => [$device]]);
$sources->createDataSource(
    new Service\DataSourceInput(['name' => 'My watch', '_embedded' => $embedded]),
);
$listed = $sources->listDataSources()->getEmbedded()->getDataSources();
expect(count($listed) === 1 && $listed[0]->getName() === 'My watch', $listed[0] ?? 'none');

$configuration = (new DiaryClient\Configuration())
    ->setHost(getenv('DIARY_BASE_URL'))
    ->setAccessToken(getenv('ACCESS_TOKEN'));
$diary = new DiaryApi(config: $configuration);
$identity = [getenv('CLIENT_ID'), getenv('USER_ID')];

$run = new Diary\DiaryEntryInput([
    'type' => 'exercise',
    'date' => new DateTime('2026-11-20'),
    'exercise' => new Diary\ExerciseReferenceInput(['id' => '1']),
    'duration' => 1800,
    'energy' => new Diary\Energy(['unit' => Diary\EnergyUnit::CALORIES, 'value' => 254.5]),
    'distance' => 5012.25,
]);
$lunch = new Diary\DiaryEntryInput([
    'type' => 'food_entry',
    'date' => new DateTime('2026-11-20'),
    'diary_meal' => 'Lunch',
    'food' => new Diary\FoodInput(['name' => 'Soup']),
    'nutritional_contents' => new Diary\NutritionalContentsInput(),
]);
$entries = new Diary\DiaryEntriesInput(['items' => [$run, $lunch]]);
$diary->createDiaryEntries(...$identity, ...[$entries]);
// The generated code cannot put a DateTime into a query.
$types = ['diary_meal', 'exercise', 'food_entry'];
$day = $diary->getDiaryDay(...$identity, ...['2026-11-20', $types, ['all']]);
[$meal, $exercise, $food] = $day->getItems();
expect($meal->getDiaryMeal() === 'Lunch', $meal);
expect($exercise->getDistance() === 5012.25 && $exercise->getType() === 'exercise', $exercise);
expect($food->getFood()->getName() === 'Soup', $food);
