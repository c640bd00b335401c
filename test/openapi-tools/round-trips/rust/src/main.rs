//! Creates and reads a data source and a day of the diary with the generated Rust clients.

use std::env;

use chrono::NaiveDate;
use diary_client::apis::{configuration::Configuration as DiaryConfiguration, diary_api};
use diary_client::models as diary;
use main_client::apis::{configuration::Configuration, data_source_api};
use main_client::models as service;

fn variable(name: &str) -> String {
    env::var(name).unwrap()
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    create_data_source().await;
    write_diary().await;
}

async fn create_data_source() {
    let configuration = Configuration {
        base_path: variable("BASE_URL"),
        oauth_access_token: Some(variable("ACCESS_TOKEN")),
        ..Configuration::default()
    };
    let device = service::DeviceInput {
        manufacturer: Some("Garmin".to_string()),
        model: Some("FR-935".to_string()),
        ..service::DeviceInput::default()
    };
    let embedded = service::DataSourceInputEmbedded::new(vec![device]);
    let mut input = service::DataSourceInput::new(embedded);
    input.name = Some(Some("My watch".to_string()));
    data_source_api::create_data_source(&configuration, input, None, None)
        .await
        .unwrap();

    let list = data_source_api::list_data_sources(&configuration, None, None, None, None, None)
        .await
        .unwrap();
    let names: Vec<_> = list._embedded.data_sources.into_iter().map(|source| source.name).collect();
    assert_eq!(names, [Some("My watch".to_string())]);
}

async fn write_diary() {
    let configuration = DiaryConfiguration {
        base_path: variable("DIARY_BASE_URL"),
        oauth_access_token: Some(variable("ACCESS_TOKEN")),
        ..DiaryConfiguration::default()
    };
    let (client_id, user_id) = (variable("CLIENT_ID"), variable("USER_ID"));
    let date = NaiveDate::from_ymd_opt(2026, 11, 20).unwrap();

    let mut run = diary::DiaryEntryInput::new(diary::diary_entry_input::Type::Exercise, date);
    run.exercise = Some(Box::new(diary::ExerciseReferenceInput::new("1".to_string())));
    run.duration = Some(1800);
    let energy = diary::Energy::new(diary::EnergyUnit::Calories, 254.5);
    run.energy = Some(Box::new(energy));
    run.distance = Some(Some(5012.25));
    let mut lunch = diary::DiaryEntryInput::new(diary::diary_entry_input::Type::FoodEntry, date);
    lunch.diary_meal = Some("Lunch".to_string());
    lunch.food = Some(Some(Box::new(diary::FoodInput::new("Soup".to_string()))));
    lunch.nutritional_contents = Some(Box::default());
    let entries = diary::DiaryEntriesInput::new(vec![run, lunch]);
    diary_api::create_diary_entries(&configuration, &client_id, &user_id, entries, None, None)
        .await
        .unwrap();

    let types = ["diary_meal", "exercise", "food_entry"].map(str::to_string).to_vec();
    let fields = vec!["all".to_string()];
    let day = diary_api::get_diary_day(
        &configuration, &client_id, &user_id, Some(date), Some(types), Some(fields), None,
    )
    .await
    .unwrap();
    let [meal, exercise, food] = day.items.as_slice() else {
        panic!("unexpected day: {day:?}")
    };
    assert_eq!(meal.diary_meal.as_deref(), Some("Lunch"));
    assert_eq!(exercise.distance, Some(Some(5012.25)));
    let name = food.food.as_ref().and_then(|food| food.as_ref()).map(|food| food.name.as_str());
    assert_eq!(name, Some("Soup"));
}
