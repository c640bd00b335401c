import java.time.LocalDate;
import java.util.List;
import org.example.diary.api.DiaryApi;
import org.example.diary.model.DiaryEntriesInput;
import org.example.diary.model.DiaryEntryInput;
import org.example.diary.model.Energy;
import org.example.diary.model.EnergyUnit;
import org.example.diary.model.ExerciseReferenceInput;
import org.example.diary.model.FoodInput;
import org.example.diary.model.NutritionalContentsInput;
import org.example.main.api.DataSourceApi;
import org.example.main.model.DataSourceInput;
import org.example.main.model.DataSourceInputEmbedded;
import org.example.main.model.DeviceInput;

/** Creates and reads a data source and a day of the diary with the generated Java clients. */
public final class RoundTrip {
  public static void main(String[] args) throws Exception {
    createDataSource();
    writeDiary();
  }

  private static void createDataSource() throws Exception {
    var client = new org.example.main.ApiClient().setBasePath(System.getenv("BASE_URL"));
    client.setAccessToken(System.getenv("ACCESS_TOKEN"));
    var api = new DataSourceApi(client);

    var device = new DeviceInput().manufacturer("Garmin").model("FR-935");
    var embedded = new DataSourceInputEmbedded().addDeviceItem(device);
    api.createDataSource(new DataSourceInput().name("My watch").embedded(embedded), null, null);

    var sources = api.listDataSources(null, null, null, null, null).getEmbedded().getDataSources();
    var names = sources.stream().map(source -> source.getName()).toList();
    expectEqual(names, List.of("My watch"));
  }

  private static void writeDiary() throws Exception {
    var client =
        new org.example.diary.ApiClient().setBasePath(System.getenv("DIARY_BASE_URL"));
    client.setAccessToken(System.getenv("ACCESS_TOKEN"));
    var api = new DiaryApi(client);
    var clientId = System.getenv("CLIENT_ID");
    var userId = System.getenv("USER_ID");
    var date = LocalDate.of(2026, 11, 20);

    var run =
        new DiaryEntryInput()
            .type(DiaryEntryInput.TypeEnum.EXERCISE)
            .date(date)
            .exercise(new ExerciseReferenceInput().id("1"))
            .duration(1800)
            .energy(new Energy().unit(EnergyUnit.CALORIES).value(254.5))
            .distance(5012.25);
    var lunch =
        new DiaryEntryInput()
            .type(DiaryEntryInput.TypeEnum.FOOD_ENTRY)
            .date(date)
            .diaryMeal("Lunch")
            .food(new FoodInput().name("Soup"))
            .nutritionalContents(new NutritionalContentsInput());
    var entries = new DiaryEntriesInput().addItemsItem(run).addItemsItem(lunch);
    api.createDiaryEntries(clientId, userId, entries, null, null);

    var types = List.of("diary_meal", "exercise", "food_entry");
    var day = api.getDiaryDay(clientId, userId, date, types, List.of("all"), null);
    var items = day.getItems();
    expectEqual(items.size(), 3);
    expectEqual(items.get(0).getDiaryMeal(), "Lunch");
    expectEqual(items.get(1).getDistance(), 5012.25);
    expectEqual(items.get(2).getFood().getName(), "Soup");
  }

  private static void expectEqual(Object actual, Object expected) {
    if (!actual.equals(expected)) throw new AssertionError(actual + " is not " + expected);
  }
}
