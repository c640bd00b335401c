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

	exercise := diaryclient.NewExerciseInput(
		"exercise",
		"2026-11-20",
		*diaryclient.NewExerciseReferenceInput("1"),
		1800,
		*diaryclient.NewEnergy(diaryclient.CALORIES, 254.5),
	)
	exercise.SetDistance(5012.25)
	entries := diaryclient.NewDiaryEntriesInput(
		[]diaryclient.DiaryEntryInput{diaryclient.ExerciseInputAsDiaryEntryInput(exercise)},
	)
	_, _, err := api.CreateDiaryEntries(ctx).
		SvcClientId(clientID).SvcUserId(userID).DiaryEntriesInput(*entries).Execute()
	check(err)

	day, _, err := api.GetDiaryDay(ctx).
		SvcClientId(clientID).SvcUserId(userID).
		EntryDate("2026-11-20").Fields([]string{"all"}).Execute()
	check(err)
	if len(day.Items) != 1 || day.Items[0].ListedExercise.GetDistance() != 5012.25 {
		log.Fatalf("unexpected day: %+v", day)
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
