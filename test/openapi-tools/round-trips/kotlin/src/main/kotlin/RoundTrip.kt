/** Creates and reads a data source and a day of the diary with the generated Kotlin clients. */

import java.time.LocalDate
import org.example.diary.apis.DiaryApi
import org.example.diary.models.DiaryEntriesInput
import org.example.diary.models.DiaryEntryInput
import org.example.diary.models.Energy
import org.example.diary.models.EnergyUnit
import org.example.diary.models.ExerciseReferenceInput
import org.example.diary.models.FoodInput
import org.example.diary.models.NutritionalContentsInput
import org.example.main.apis.DataSourceApi
import org.example.main.models.DataSourceInput
import org.example.main.models.DataSourceInputEmbedded
import org.example.main.models.DeviceInput

fun variable(name: String): String = System.getenv(name)

fun main() {
    createDataSource()
    writeDiary()
}

fun createDataSource() {
    org.example.main.infrastructure.ApiClient.accessToken = variable("ACCESS_TOKEN")
    val api = DataSourceApi(variable("BASE_URL"))

    val device = DeviceInput(manufacturer = "Garmin", model = "FR-935")
    val embedded = DataSourceInputEmbedded(device = listOf(device))
    api.createDataSource(DataSourceInput(name = "My watch", embedded = embedded))

    val names = api.listDataSources().embedded.dataSources.map { it.name }
    check(names == listOf("My watch")) { names }
}

fun writeDiary() {
    org.example.diary.infrastructure.ApiClient.accessToken = variable("ACCESS_TOKEN")
    val api = DiaryApi(variable("DIARY_BASE_URL"))
    val clientId = variable("CLIENT_ID")
    val userId = variable("USER_ID")
    val date = LocalDate.of(2026, 11, 20)

    val run = DiaryEntryInput(
        type = DiaryEntryInput.Type.exercise,
        date = date,
        exercise = ExerciseReferenceInput(id = "1"),
        duration = 1800,
        energy = Energy(unit = EnergyUnit.calories, value = 254.5),
        distance = 5012.25,
    )
    val lunch = DiaryEntryInput(
        type = DiaryEntryInput.Type.food_entry,
        date = date,
        diaryMeal = "Lunch",
        food = FoodInput(name = "Soup"),
        nutritionalContents = NutritionalContentsInput(),
    )
    api.createDiaryEntries(clientId, userId, DiaryEntriesInput(items = listOf(run, lunch)))

    val fields = listOf(DiaryApi.FieldsGetDiaryDay.all)
    val types = DiaryApi.TypesGetDiaryDay.entries.toList()
    val (meal, exercise, food) = api.getDiaryDay(clientId, userId, date, types, fields).items
    check(meal.diaryMeal == "Lunch") { meal }
    check(exercise.distance == 5012.25) { exercise }
    check(food.food?.name == "Soup") { food }
}
