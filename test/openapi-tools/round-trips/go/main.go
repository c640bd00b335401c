// Creates and reads a data source and a day of the diary with the generated Go clients.
package main

import (
	"context"
	"log"
	"os"

	"example.org/round-trip/diaryclient"
	"example.org/round-trip/mainclient"
)

func main() {
	token := os.Getenv("ACCESS_TOKEN")
	createDataSource(token)
	writeDiary(token)
}

func createDataSource(token string) {
	configuration := mainclient.NewConfiguration()
	configuration.Servers = mainclient.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	api := mainclient.NewAPIClient(configuration).DataSourceAPI
	ctx := context.WithValue(context.Background(), mainclient.ContextAccessToken, token)

	device := mainclient.NewDeviceInput()
	device.SetManufacturer("Garmin")
	device.SetModel("FR-935")
	embedded := mainclient.NewDataSourceInputEmbedded([]mainclient.DeviceInput{*device})
	input := mainclient.NewDataSourceInput(*embedded)
	input.SetName("My watch")
	_, _, err := api.CreateDataSource(ctx).DataSourceInput(*input).Execute()
	check(err)

	list, _, err := api.ListDataSources(ctx).Execute()
	check(err)
	sources := list.Embedded.DataSources
	if len(sources) != 1 || sources[0].GetName() != "My watch" {
		log.Fatalf("unexpected data sources: %+v", sources)
	}
}

func writeDiary(token string) {
	configuration := diaryclient.NewConfiguration()
	configuration.Servers = diaryclient.ServerConfigurations{{URL: os.Getenv("DIARY_BASE_URL")}}
	api := diaryclient.NewAPIClient(configuration).DiaryAPI
	ctx := context.WithValue(context.Background(), diaryclient.ContextAccessToken, token)
	clientID, userID := os.Getenv("CLIENT_ID"), os.Getenv("USER_ID")

	date := "2026-11-20"
	run := diaryclient.NewDiaryEntryInput("exercise", date)
	run.SetExercise(*diaryclient.NewExerciseReferenceInput("1"))
	run.SetDuration(1800)
	run.SetEnergy(*diaryclient.NewEnergy(diaryclient.CALORIES, 254.5))
	run.SetDistance(5012.25)
	lunch := diaryclient.NewDiaryEntryInput("food_entry", date)
	lunch.SetDiaryMeal("Lunch")
	lunch.SetFood(*diaryclient.NewFoodInput("Soup"))
	lunch.SetNutritionalContents(diaryclient.NutritionalContentsInput{})
	entries := diaryclient.NewDiaryEntriesInput([]diaryclient.DiaryEntryInput{*run, *lunch})
	_, _, err := api.CreateDiaryEntries(ctx).
		SvcClientId(clientID).SvcUserId(userID).DiaryEntriesInput(*entries).Execute()
	check(err)

	day, _, err := api.GetDiaryDay(ctx).
		SvcClientId(clientID).SvcUserId(userID).
		EntryDate(date).Types([]string{"diary_meal", "exercise", "food_entry"}).
		Fields([]string{"all"}).Execute()
	check(err)
	if len(day.Items) != 3 || day.Items[0].GetDiaryMeal() != "Lunch" ||
		day.Items[1].GetDistance() != 5012.25 || day.Items[2].Food.Get().Name != "Soup" {
		log.Fatalf("unexpected day: %+v", day)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
