export interface paths {
    "/diary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a day of the diary
         * @description A `diary_meal` is computed from the food entries of that meal and their
         * servings. Meals come first, in the order of their first entries; then entries in the
         * order of their creation. `exercise`, `energy`, `nutritional_contents`, `food` and
         * `source` are omitted unless `fields[]` lists them or is `all`. A workout that was
         * imported twice, e.g. from two providers or from a file and a provider, is one item;
         * `source` lists the other as its duplicate.
         *
         *     Auth: user token with `diary.read`.
         */
        get: operations["getDiaryDay"];
        put?: never;
        /**
         * Create diary entries
         * @description Stores all entries of the request or none. With an `Idempotency-Key`, the
         * request can be retried safely: the entries are stored once, and the same response is
         * returned. A day is limited to 500 entries and 256 KB, besides the workouts of remote
         * connections, and all days of a request to 4 MB. Numbers have at most 20 decimal places.
         *
         *     Auth: user token with `diary.write`.
         */
        post: operations["createDiaryEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/diary/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Summarize days of the diary
         * @description Lists the totals of each day that has entries, or of each week, month or
         * year, in the order of the days. Energy with mixed units is converted to the unit of the
         * first entry that has energy (1 kcal = 4.184 kJ). A nutrient is absent if no entry has it.
         * A workout that was imported from two providers counts once.
         *
         * By week, month and year, a response has at most 366 days, and the link `next` leads to
         * those after them. No week, month or year is in two responses. A response can be without
         * items and still have `next`. With `exercise`, `energy_in` is null and `nutrients` is
         * empty, because no food counts.
         *
         *     Auth: user token with `diary.read`.
         */
        get: operations["getDiarySummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/diary/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a diary entry
         * @description Auth: user token with `diary.read`.
         */
        get: operations["getDiaryEntry"];
        put?: never;
        post?: never;
        /**
         * Delete a diary entry
         * @description Auth: user token with `diary.write`.
         */
        delete: operations["deleteDiaryEntry"];
        options?: never;
        head?: never;
        /**
         * Update a diary entry
         * @description Merges the request into the entry. Null removes an optional member.
         * Nutritional contents are merged member by member; energy and food are replaced as a
         * whole. Members of other entry types are ignored. A different `date` moves the entry to
         * that day. `source.separated_from` of an imported entry shows merged workouts separately
         * again, and `source.joined_with` merges workouts that the rules for duplicates have left
         * apart. A request that has `source` must have no other member.
         *
         *     Auth: user token with `diary.write`.
         */
        patch: operations["updateDiaryEntry"];
        trace?: never;
    };
    "/diary/{id}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the series of a diary entry
         * @description Returns the curves and the laps of the recording that an exercise was
         * imported from. Those that it does not have are of one of `source.duplicates`, but not of
         * a `part`. Positions belong to the person, and are not part of it.
         *
         *     Auth: user token with `diary.read`.
         */
        get: operations["getDiaryEntrySeries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/measurements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List measurements
         * @description Lists the values of some types and days. If several sources have values of a
         * type on a day, only those of one are listed: what the user has entered, or else of the
         * preferred data source, or else of the source with most values, unless `all=true`. A
         * request reads at most 100 months, counted for each type, e.g. six types for 400 days, and
         * lists at most 10000 values.
         *
         *     Auth: user token with `measurements.read`.
         */
        get: operations["listMeasurements"];
        put?: never;
        /**
         * Store measurements
         * @description Stores up to 400 values of the body, all or none. A value replaces the one
         * of your application with the same type and day or time, or with the same `external_id` in
         * the same month, so a request can be repeated. What is equal is not written. A day has at
         * most 48 values of a type from one application, a month 8 sources and 200 KB: more is
         * ignored. The user has consented to the processing of data of the body before.
         *
         *     Auth: user token with `measurements.write`.
         */
        post: operations["storeMeasurements"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/measurements/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a measurement
         * @description Auth: user token with `measurements.read`.
         */
        get: operations["getMeasurement"];
        put?: never;
        post?: never;
        /**
         * Delete a measurement
         * @description Deletes a value that your application has sent. A personal access token
         * deletes any: its source cannot bring it back.
         *
         *     Auth: user token with `measurements.write`.
         */
        delete: operations["deleteMeasurement"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        DiaryDay: {
            items: components["schemas"]["DiaryItem"][];
            /**
             * @description The providers that the person has connected, but whose workouts this
             * application may not see. The same on every day, whether or not it has such workouts.
             * Absent if there are none.
             */
            incomplete?: {
                /**
                 * @description The `type` of a remote connection type.
                 * @example strava
                 */
                remote_connection_type: string;
            }[];
        };
        DiaryDaySummary: {
            /**
             * Format: date
             * @description The day in the diary, in the time zone of the client, from 1900-01-01 to
             * 2199-12-31.
             * @example 2026-11-20
             */
            date: string;
            /** @description Energy eaten, in the unit of the first food entry. Null if unknown. */
            energy_in: components["schemas"]["EnergySum"] | null;
            /**
             * @description Energy burned, in the unit of the first exercise with a known energy.
             * Null if none is known.
             */
            energy_out: components["schemas"]["EnergySum"] | null;
            /**
             * @description The part of `energy_out` that is estimated, in its unit. Absent if
             * nothing is.
             */
            energy_out_estimated?: components["schemas"]["EnergySum"];
            /**
             * @description How many exercises have an unknown energy, which `energy_out` leaves
             * out.
             * @example 0
             */
            energy_unknown: number;
            /**
             * @description Seconds of exercise. 0 without exercise.
             * @example 1800
             */
            duration: number;
            /**
             * Format: double
             * @description Meters of exercise. Null if no distance is known.
             * @example 5000
             */
            distance: number | null;
            nutrients: components["schemas"]["Nutrients"];
            /**
             * Format: date
             * @description The last day of the week, month or year that is summed up. `date` is the
             * first one. Absent by day.
             * @example 2026-11-22
             */
            last_date?: string;
            /**
             * @description Whether the week, month or year has days before `from` or after `to`,
             * which are left out. Absent by day.
             * @example false
             */
            is_partial?: boolean;
        };
        DiaryEntries: {
            items: components["schemas"]["DiaryEntry"][];
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "type": "exercise",
         *           "date": "2026-11-20",
         *           "exercise": {
         *             "id": "1"
         *           },
         *           "start_time": "2026-11-20T09:00:00-08:00",
         *           "duration": 1800,
         *           "energy": {
         *             "unit": "calories",
         *             "value": 254.5
         *           }
         *         }
         *       ]
         *     }
         * @example {
         *       "items": [
         *         {
         *           "type": "food_entry",
         *           "date": "2026-11-20",
         *           "diary_meal": "Breakfast",
         *           "food": {
         *             "name": "Porridge",
         *             "brand": "Oaty"
         *           },
         *           "servings": 1.5,
         *           "nutritional_contents": {
         *             "energy": {
         *               "unit": "calories",
         *               "value": 212
         *             },
         *             "protein": 7.5,
         *             "fat": 4
         *           }
         *         }
         *       ]
         *     }
         */
        DiaryEntriesInput: {
            items: components["schemas"]["DiaryEntryInput"][];
        };
        DiaryEntry: components["schemas"]["Exercise"] | components["schemas"]["FoodEntry"];
        /**
         * @example {
         *       "duration": 2400
         *     }
         * @example {
         *       "date": "2026-11-21"
         *     }
         */
        DiaryEntryChangeInput: {
            /**
             * @description The type of the entry; cannot be changed.
             * @enum {string}
             */
            type?: "exercise" | "food_entry";
            /**
             * Format: date
             * @description The day in the diary, in the time zone of the client, from 1900-01-01 to
             * 2199-12-31.
             * @example 2026-11-20
             */
            date?: string;
            exercise?: components["schemas"]["ExerciseReferenceInput"];
            /**
             * Format: date-time
             * @description Start time, from 1900-01-01 to 2199-12-31 in UTC. Accepts any offset;
             * responses are in UTC.
             */
            start_time?: string | null;
            /**
             * @description How far the time at the place is ahead of UTC. Absent if it is unknown.
             * A request can have it with a `start_time` in UTC.
             * @example -08:00
             */
            start_offset?: string | null;
            /** @description Seconds. */
            duration?: number;
            energy?: components["schemas"]["Energy"];
            energy_source?: components["schemas"]["EnergySource"] | null;
            /**
             * Format: double
             * @description Beats per minute. Stored as the nearest integer.
             */
            avg_heart_rate?: number | null;
            /**
             * Format: double
             * @description Beats per minute. At least `avg_heart_rate`. Stored as the nearest
             * integer.
             */
            max_heart_rate?: number | null;
            /**
             * Format: double
             * @description Meters.
             */
            distance?: number | null;
            /**
             * Format: double
             * @description Meters per second.
             */
            max_speed?: number | null;
            /**
             * Format: double
             * @description Meters, negative downhill.
             */
            elevation_change?: number | null;
            /**
             * @description Breakfast, Lunch, Dinner, Snacks, or any other name.
             * @example Breakfast
             */
            diary_meal?: string;
            /** @description The food, with at least its name. Absent for a quick add. */
            food?: components["schemas"]["FoodInput"] | null;
            /**
             * Format: double
             * @description Number of servings. The nutritional contents are per serving.
             */
            servings?: number;
            nutritional_contents?: components["schemas"]["NutritionalContentsInput"];
            source?: components["schemas"]["DiaryEntrySourceChangeInput"];
        };
        DiaryEntryInput:
            | components["schemas"]["ExerciseInput"]
            | components["schemas"]["FoodEntryInput"];
        DiaryEntrySeries: {
            /** @description The id of the entry. */
            id: string;
            /**
             * @description The curves of the recording, of at most 240 points, and at most 200
             * laps. A curve has a value for each point, null where nothing was measured, and is
             * absent if it has none. Null if the entry has no series.
             */
            series: components["schemas"]["WorkoutSeries"] | null;
        };
        /**
         * @description The origin of the entry. The members besides `origin` are those of imported
         * entries: some of a connection, some of a file or an inbox, and some of all.
         */
        DiaryEntrySource: {
            /**
             * @description Where the entry comes from: a workout of a remote `connection`, a
             * `file`, an `inbox` to which an app of the person has sent it, an `application`, or
             * the `person`, who has entered it on the pages of the service.
             * @enum {string}
             */
            origin: "connection" | "file" | "inbox" | "application" | "person";
            /**
             * @description The `type` of the remote connection type.
             * @example polar
             */
            remote_connection_type?: string;
            /** @description The id of the remote connection. */
            remote_connection_id?: string;
            /**
             * @description The provider's id of the workout.
             * @example 9810274
             */
            remote_id?: string;
            /** @description The id of the import of the file. */
            import_id?: string;
            /**
             * @description The id of the workout of the file, the same in all imports of the file,
             * or of the inbox.
             */
            file_id?: string;
            /**
             * @description The name of the file.
             * @example run.fit
             */
            file_name?: string;
            /** @description The id of the inbox. */
            inbox_id?: string;
            /**
             * @description The word of the provider, file or app for the kind of activity.
             * @example trail_running
             */
            remote_activity?: string;
            /**
             * @description The id of the data source that recorded the workout, or null if it is
             * not known.
             */
            data_source_id?: string | null;
            original?: components["schemas"]["OriginalSource"];
            /**
             * @description The words that the terms of the provider require wherever the entry is
             * shown to people.
             * @example Powered by Strava · Garmin Forerunner 935
             */
            attribution?: string;
            /** @description Hidden entries for the same workout, which is counted only once. */
            duplicates?: components["schemas"]["HiddenEntry"][];
            /** @description Workouts that the person has separated from this entry. */
            separated_from?: components["schemas"]["WorkoutReference"][];
            /** @description Workouts that the person has joined with this entry. */
            joined_with?: components["schemas"]["WorkoutReference"][];
            fields?: components["schemas"]["TakenFields"];
        };
        DiaryEntrySourceChangeInput: {
            /**
             * @description All workouts to keep separate from this entry, from those that
             * `source.duplicates` or `source.separated_from` lists. An empty list merges all of
             * them again.
             */
            separated_from?: components["schemas"]["WorkoutReference"][];
            /**
             * @description All workouts to merge with this entry, whatever the rules for duplicates
             * say. They are on the day of this one, or on an adjacent day. An empty list leaves the
             * decision to the rules again.
             */
            joined_with?: components["schemas"]["WorkoutReference"][];
        };
        DiaryError: {
            error: string;
            error_description: string;
            error_details?: {
                [key: string]: unknown;
            };
            /**
             * @description The limits that the request exceeds, by their names in
             * `RateLimit-Policy`.
             */
            violated_policies?: string[];
        };
        DiaryItem:
            | components["schemas"]["DiaryMeal"]
            | components["schemas"]["ListedExercise"]
            | components["schemas"]["ListedFoodEntry"];
        DiaryMeal: {
            /** @constant */
            type: "diary_meal";
            /**
             * Format: date
             * @description The day in the diary, in the time zone of the client, from 1900-01-01 to
             * 2199-12-31.
             * @example 2026-11-20
             */
            date: string;
            /**
             * @description The name of the meal.
             * @example Breakfast
             */
            diary_meal: string;
            nutritional_contents?: components["schemas"]["NutritionalContents"];
        };
        DiarySummary: {
            items: components["schemas"]["DiaryDaySummary"][];
            /**
             * @description The providers that the person has connected, but whose workouts this
             * application may not see. The same on every day, whether or not it has such workouts.
             * Absent if there are none.
             */
            incomplete?: {
                /**
                 * @description The `type` of a remote connection type.
                 * @example strava
                 */
                remote_connection_type: string;
            }[];
            /** @description Absent by day. */
            _links?: components["schemas"]["DiarySummaryLinks"];
        };
        DiarySummaryLinks: {
            self: components["schemas"]["Link"][];
            /** @description The days after those of the response, if `to` is later. */
            next?: components["schemas"]["Link"][];
        };
        /** @description An amount of energy. */
        Energy: {
            unit: components["schemas"]["EnergyUnit"];
            /**
             * Format: double
             * @description The amount in that unit.
             */
            value: number;
        };
        /**
         * @description Whether the energy is known. One that is `unknown` is 0, because `energy` is
         * required, and counts in no total. An imported workout without an energy is `unknown`.
         * With `measurements.read`, it is `estimated` from the METs of the activity and the last
         * weight of a year. In a request, this states nothing: an energy of yours is `stated`.
         * @enum {string}
         */
        EnergySource: "stated" | "estimated" | "unknown";
        /** @description An amount of energy without bounds. */
        EnergySum: {
            unit: components["schemas"]["EnergyUnit"];
            /** Format: double */
            value: number;
        };
        /**
         * @description `calories` are kilocalories, as on food labels.
         * @enum {string}
         */
        EnergyUnit: "calories" | "kilojoules";
        Exercise: {
            id: string;
            /** @constant */
            type: "exercise";
            /**
             * Format: date
             * @description The day in the diary, in the time zone of the client, from 1900-01-01 to
             * 2199-12-31.
             * @example 2026-11-20
             */
            date: string;
            exercise: components["schemas"]["ExerciseReference"];
            /**
             * @description In UTC, with `Z`.
             * @example 2026-11-20T17:00:00Z
             */
            start_time: string | null;
            /**
             * @description How far the time at the place is ahead of UTC. Absent if it is unknown.
             * A request can have it with a `start_time` in UTC.
             * @example -08:00
             */
            start_offset?: string;
            /** @description Seconds. */
            duration: number;
            energy: components["schemas"]["Energy"];
            energy_source: components["schemas"]["EnergySource"];
            /** @description Beats per minute. */
            avg_heart_rate: number | null;
            /** @description Beats per minute. At least `avg_heart_rate`. */
            max_heart_rate: number | null;
            /**
             * Format: double
             * @description Meters.
             */
            distance: number | null;
            /**
             * Format: double
             * @description Meters per second.
             */
            max_speed: number | null;
            /**
             * Format: double
             * @description Meters, negative downhill.
             */
            elevation_change: number | null;
            source: components["schemas"]["DiaryEntrySource"];
        };
        ExerciseInput: {
            /** @constant */
            type: "exercise";
            /**
             * Format: date
             * @description The day in the diary, in the time zone of the client, from 1900-01-01 to
             * 2199-12-31.
             * @example 2026-11-20
             */
            date: string;
            exercise: components["schemas"]["ExerciseReferenceInput"];
            /**
             * Format: date-time
             * @description Start time, from 1900-01-01 to 2199-12-31 in UTC. Accepts any offset;
             * responses are in UTC.
             */
            start_time?: string | null;
            /**
             * @description How far the time at the place is ahead of UTC. Absent if it is unknown.
             * A request can have it with a `start_time` in UTC.
             * @example -08:00
             */
            start_offset?: string | null;
            /** @description Seconds. */
            duration: number;
            energy: components["schemas"]["Energy"];
            energy_source?: components["schemas"]["EnergySource"] | null;
            /**
             * Format: double
             * @description Beats per minute. Stored as the nearest integer.
             */
            avg_heart_rate?: number | null;
            /**
             * Format: double
             * @description Beats per minute. At least `avg_heart_rate`. Stored as the nearest
             * integer.
             */
            max_heart_rate?: number | null;
            /**
             * Format: double
             * @description Meters.
             */
            distance?: number | null;
            /**
             * Format: double
             * @description Meters per second.
             */
            max_speed?: number | null;
            /**
             * Format: double
             * @description Meters, negative downhill.
             */
            elevation_change?: number | null;
        };
        ExerciseReference: {
            /**
             * @description The id of the exercise.
             * @example 1
             */
            id: string;
        };
        ExerciseReferenceInput: {
            /**
             * @description The id of the exercise.
             * @example 1
             */
            id: string;
        };
        Food: {
            /**
             * @description The name of the food.
             * @example Porridge
             */
            name: string;
            /**
             * @description The manufacturer.
             * @example Oaty
             */
            brand: string | null;
        };
        FoodEntry: {
            id: string;
            /** @constant */
            type: "food_entry";
            /**
             * Format: date
             * @description The day in the diary, in the time zone of the client, from 1900-01-01 to
             * 2199-12-31.
             * @example 2026-11-20
             */
            date: string;
            /**
             * @description Breakfast, Lunch, Dinner, Snacks, or any other name.
             * @example Breakfast
             */
            diary_meal: string;
            food: components["schemas"]["Food"] | null;
            /**
             * Format: double
             * @description Number of servings. The nutritional contents are per serving.
             */
            servings: number;
            nutritional_contents: components["schemas"]["NutritionalContents"];
            source: components["schemas"]["DiaryEntrySource"];
        };
        FoodEntryInput: {
            /** @constant */
            type: "food_entry";
            /**
             * Format: date
             * @description The day in the diary, in the time zone of the client, from 1900-01-01 to
             * 2199-12-31.
             * @example 2026-11-20
             */
            date: string;
            /**
             * @description Breakfast, Lunch, Dinner, Snacks, or any other name.
             * @example Breakfast
             */
            diary_meal: string;
            /** @description The food, with at least its name. Absent for a quick add. */
            food?: components["schemas"]["FoodInput"] | null;
            /**
             * Format: double
             * @description Number of servings. The nutritional contents are per serving.
             * @default 1
             */
            servings?: number;
            nutritional_contents: components["schemas"]["NutritionalContentsInput"];
        };
        FoodInput: {
            /**
             * @description The name of the food.
             * @example Porridge
             */
            name: string;
            /**
             * @description The manufacturer.
             * @example Oaty
             */
            brand?: string | null;
        };
        /** @description An entry that is hidden as a duplicate. */
        HiddenEntry: {
            /** @enum {string} */
            origin: "connection" | "file" | "inbox";
            /**
             * @description The `type` of the remote connection type.
             * @example polar
             */
            remote_connection_type?: string;
            /** @description The id of the remote connection. */
            remote_connection_id?: string;
            /**
             * @description The provider's id of the workout.
             * @example 9810274
             */
            remote_id?: string;
            /** @description The id of the import of the file. */
            import_id?: string;
            /**
             * @description The id of the workout of the file, the same in all imports of the file,
             * or of the inbox.
             */
            file_id?: string;
            /**
             * @description The name of the file.
             * @example run.fit
             */
            file_name?: string;
            /** @description The id of the inbox. */
            inbox_id?: string;
            /**
             * @description The word of the provider, file or app for the kind of activity.
             * @example trail_running
             */
            remote_activity?: string;
            /**
             * @description The id of the data source that recorded the workout, or null if it is
             * not known.
             */
            data_source_id?: string | null;
            original?: components["schemas"]["OriginalSource"];
            /**
             * @description The words that the terms of the provider require wherever the entry is
             * shown to people.
             * @example Powered by Strava · Garmin Forerunner 935
             */
            attribution?: string;
            /** @description The id of the hidden entry. */
            id: string;
            /**
             * @description Why both entries are the same workout: they `overlap` or were read from
             * one file, or they are of the same kind and have a similar `start_time` and duration,
             * or one of them is a `part` of the workout, or the person has `joined` them or others
             * of the workout.
             * @enum {string}
             */
            matched_by: "overlap" | "start_time" | "part" | "joined";
            /**
             * @description Why the other entry is shown: it was `edited`, the `terms` of the
             * provider of this one do not let its workouts be combined with others, it is the
             * `whole` workout, its remote connection is still `connected`, its data source has the
             * newer `priority`, it is the `recording_device`'s own file, or comes directly from its
             * maker, or does not come from an inbox, it has `more_data`, or it is of the
             * `earlier_connection`, import or inbox, or was shown before an export brought this
             * one.
             * @enum {string}
             */
            decided_by:
                | "edited"
                | "terms"
                | "whole"
                | "connected"
                | "priority"
                | "recording_device"
                | "more_data"
                | "earlier_connection";
        };
        Link: {
            href: string;
        };
        ListedExercise: {
            id: string;
            /** @constant */
            type: "exercise";
            /**
             * Format: date
             * @description The day in the diary, in the time zone of the client, from 1900-01-01 to
             * 2199-12-31.
             * @example 2026-11-20
             */
            date: string;
            exercise?: components["schemas"]["ExerciseReference"];
            /**
             * @description In UTC, with `Z`.
             * @example 2026-11-20T17:00:00Z
             */
            start_time: string | null;
            /**
             * @description How far the time at the place is ahead of UTC. Absent if it is unknown.
             * A request can have it with a `start_time` in UTC.
             * @example -08:00
             */
            start_offset?: string;
            /** @description Seconds. */
            duration: number;
            energy?: components["schemas"]["Energy"];
            energy_source?: components["schemas"]["EnergySource"];
            /** @description Beats per minute. */
            avg_heart_rate: number | null;
            /** @description Beats per minute. At least `avg_heart_rate`. */
            max_heart_rate: number | null;
            /**
             * Format: double
             * @description Meters.
             */
            distance: number | null;
            /**
             * Format: double
             * @description Meters per second.
             */
            max_speed: number | null;
            /**
             * Format: double
             * @description Meters, negative downhill.
             */
            elevation_change: number | null;
            source?: components["schemas"]["DiaryEntrySource"];
        };
        ListedFoodEntry: {
            id: string;
            /** @constant */
            type: "food_entry";
            /**
             * Format: date
             * @description The day in the diary, in the time zone of the client, from 1900-01-01 to
             * 2199-12-31.
             * @example 2026-11-20
             */
            date: string;
            /**
             * @description Breakfast, Lunch, Dinner, Snacks, or any other name.
             * @example Breakfast
             */
            diary_meal: string;
            food?: components["schemas"]["Food"] | null;
            /**
             * Format: double
             * @description Number of servings. The nutritional contents are per serving.
             */
            servings: number;
            nutritional_contents?: components["schemas"]["NutritionalContents"];
            source?: components["schemas"]["DiaryEntrySource"];
        };
        /** @description A value of the body, or a sleep. */
        Measurement: {
            /**
             * @description The id of the value.
             * @example weight-202611-aQ3xK9v0bTz-1795155000
             */
            id: string;
            type: components["schemas"]["MeasurementType"];
            /**
             * @description The local day, of a sleep the one of waking.
             * @example 2026-11-20
             */
            date: string;
            /**
             * @description When it was measured or began, with the offset of the place, or `Z` if
             * that is unknown.
             * @example 2026-11-20T07:10:00+01:00
             */
            time?: string;
            /**
             * Format: double
             * @description The value, in `unit`.
             */
            value: number;
            unit: components["schemas"]["MeasurementUnit"];
            /**
             * Format: double
             * @description The diastolic value of a blood pressure.
             */
            diastolic?: number;
            /**
             * @description The sleep, whose time asleep is the value. Stages are absent if unknown.
             */
            sleep?: {
                end: string;
                /**
                 * Format: double
                 * @description The time in bed, which is not the time asleep, in seconds.
                 */
                in_bed?: number;
                /**
                 * Format: double
                 * @description The time awake, in seconds.
                 */
                awake?: number;
                /**
                 * Format: double
                 * @description The time in light sleep, in seconds.
                 */
                light?: number;
                /**
                 * Format: double
                 * @description The time in deep sleep, in seconds.
                 */
                deep?: number;
                /**
                 * Format: double
                 * @description The time in REM sleep, in seconds.
                 */
                rem?: number;
                /** @description Whether it is a nap, apart from the night. */
                is_nap?: boolean;
            };
            /** @description Your id of it. Absent if another source has sent it. */
            external_id?: string;
            source: components["schemas"]["MeasurementSource"];
        };
        /** @description A value. */
        MeasurementInput: {
            type: components["schemas"]["MeasurementType"];
            /**
             * Format: date
             * @description The local day. Required without a `time`, otherwise that of the `time`
             * at its offset, or of the `end` of a sleep.
             * @example 2026-11-20
             */
            date?: string;
            /**
             * Format: date-time
             * @description When it was measured, or the sleep began, with any offset. Required of
             * weight, blood pressure, blood glucose, body temperature and sleep; others have one
             * value a day.
             * @example 2026-11-20T07:10:00+01:00
             */
            time?: string;
            /**
             * Format: double
             * @description The value: of a blood pressure the systolic one, of a sleep the time
             * asleep. A percentage of 1 or less is read as a fraction.
             * @example 80.1
             */
            value: number;
            unit?: components["schemas"]["MeasurementUnit"];
            /**
             * Format: double
             * @description The diastolic blood pressure in mmHg.
             */
            diastolic?: number;
            sleep?: components["schemas"]["SleepInput"];
            /**
             * @description Your id of the value. One that you send with another time or day of the
             * month moves there.
             */
            external_id?: string;
        };
        /** @description Where it comes from. */
        MeasurementSource: {
            /**
             * @description A remote `connection`, an `inbox` of the user, an imported `file`, an
             * `application`, or the `person`, who has entered it.
             * @enum {string}
             */
            origin: "connection" | "inbox" | "file" | "application" | "person";
            /**
             * @description The `type` of the remote connection type.
             * @example polar
             */
            remote_connection_type?: string;
            /** @description The id of the remote connection. */
            remote_connection_id?: string;
            /** @description The id of the data source that measured it. */
            data_source_id?: string;
            original?: components["schemas"]["OriginalSource"];
            /**
             * @description The words that the terms of the provider require wherever the value is
             * shown to people.
             */
            attribution?: string;
            /** @description Whether your application has sent it, and can delete it. */
            is_own: boolean;
        };
        /**
         * @description What was measured: `weight` in kg or lb, `body_fat` in percent, `lean_mass`
         * in kg or lb, `waist` in cm or in, `resting_heart_rate` in bpm, `hrv_rmssd` in ms,
         * `hrv_sdnn` in ms, `steps` in steps, `blood_pressure` in mmHg, `oxygen_saturation` in
         * percent, `respiratory_rate` in breaths_per_minute, `vo2_max` in ml_per_kg_min,
         * `body_temperature` in celsius or fahrenheit, `blood_glucose` in mmol_per_l or mg_per_dl,
         * `sleep` in seconds. The first unit is the one of responses.
         * @enum {string}
         */
        MeasurementType:
            | "weight"
            | "body_fat"
            | "lean_mass"
            | "waist"
            | "resting_heart_rate"
            | "hrv_rmssd"
            | "hrv_sdnn"
            | "steps"
            | "blood_pressure"
            | "oxygen_saturation"
            | "respiratory_rate"
            | "vo2_max"
            | "body_temperature"
            | "blood_glucose"
            | "sleep";
        /**
         * @description The unit of `value`.
         * @enum {string}
         */
        MeasurementUnit:
            | "kg"
            | "lb"
            | "percent"
            | "cm"
            | "in"
            | "bpm"
            | "ms"
            | "steps"
            | "mmHg"
            | "breaths_per_minute"
            | "ml_per_kg_min"
            | "celsius"
            | "fahrenheit"
            | "mmol_per_l"
            | "mg_per_dl"
            | "seconds";
        /** @description Values, by day, type and time. */
        Measurements: {
            items: components["schemas"]["Measurement"][];
            /**
             * @description The providers that the person has connected, but whose workouts this
             * application may not see. The same on every day, whether or not it has such workouts.
             * Absent if there are none.
             */
            incomplete?: {
                /**
                 * @description The `type` of a remote connection type.
                 * @example strava
                 */
                remote_connection_type: string;
            }[];
        };
        /**
         * @example {
         *       "items": [
         *         {
         *           "type": "weight",
         *           "time": "2026-11-20T07:10:00+01:00",
         *           "value": 80.1,
         *           "unit": "kg"
         *         }
         *       ]
         *     }
         */
        MeasurementsInput: {
            items: components["schemas"]["MeasurementInput"][];
        };
        /** @description The known nutrients. Unknown ones are absent. */
        Nutrients: {
            /**
             * Format: double
             * @description Grams.
             */
            protein?: number;
            /**
             * Format: double
             * @description Grams.
             */
            fat?: number;
            /**
             * Format: double
             * @description Grams.
             */
            saturated_fat?: number;
            /**
             * Format: double
             * @description Grams.
             */
            polyunsaturated_fat?: number;
            /**
             * Format: double
             * @description Grams.
             */
            monounsaturated_fat?: number;
            /**
             * Format: double
             * @description Grams.
             */
            trans_fat?: number;
            /**
             * Format: double
             * @description Milligrams.
             */
            cholesterol?: number;
            /**
             * Format: double
             * @description Milligrams.
             */
            sodium?: number;
            /**
             * Format: double
             * @description Milligrams.
             */
            potassium?: number;
            /**
             * Format: double
             * @description Grams.
             */
            fiber?: number;
            /**
             * Format: double
             * @description Grams.
             */
            sugar?: number;
            /**
             * Format: double
             * @description Percent of the recommended daily value.
             */
            vitamin_a?: number;
            /**
             * Format: double
             * @description Percent of the recommended daily value.
             */
            vitamin_c?: number;
            /**
             * Format: double
             * @description Percent of the recommended daily value.
             */
            calcium?: number;
            /**
             * Format: double
             * @description Percent of the recommended daily value.
             */
            iron?: number;
            /**
             * Format: double
             * @description Grams.
             */
            carbohydrates?: number;
        };
        /** @description The known contents. Unknown ones are absent. */
        NutritionalContents: {
            energy?: components["schemas"]["EnergySum"];
            /**
             * Format: double
             * @description Grams.
             */
            protein?: number;
            /**
             * Format: double
             * @description Grams.
             */
            fat?: number;
            /**
             * Format: double
             * @description Grams.
             */
            saturated_fat?: number;
            /**
             * Format: double
             * @description Grams.
             */
            polyunsaturated_fat?: number;
            /**
             * Format: double
             * @description Grams.
             */
            monounsaturated_fat?: number;
            /**
             * Format: double
             * @description Grams.
             */
            trans_fat?: number;
            /**
             * Format: double
             * @description Milligrams.
             */
            cholesterol?: number;
            /**
             * Format: double
             * @description Milligrams.
             */
            sodium?: number;
            /**
             * Format: double
             * @description Milligrams.
             */
            potassium?: number;
            /**
             * Format: double
             * @description Grams.
             */
            fiber?: number;
            /**
             * Format: double
             * @description Grams.
             */
            sugar?: number;
            /**
             * Format: double
             * @description Percent of the recommended daily value.
             */
            vitamin_a?: number;
            /**
             * Format: double
             * @description Percent of the recommended daily value.
             */
            vitamin_c?: number;
            /**
             * Format: double
             * @description Percent of the recommended daily value.
             */
            calcium?: number;
            /**
             * Format: double
             * @description Percent of the recommended daily value.
             */
            iron?: number;
            /**
             * Format: double
             * @description Grams.
             */
            carbohydrates?: number;
        };
        /** @description The known contents of one serving. */
        NutritionalContentsInput: {
            energy?: components["schemas"]["Energy"] | null;
            /**
             * Format: double
             * @description Grams.
             */
            protein?: number | null;
            /**
             * Format: double
             * @description Grams.
             */
            fat?: number | null;
            /**
             * Format: double
             * @description Grams.
             */
            saturated_fat?: number | null;
            /**
             * Format: double
             * @description Grams.
             */
            polyunsaturated_fat?: number | null;
            /**
             * Format: double
             * @description Grams.
             */
            monounsaturated_fat?: number | null;
            /**
             * Format: double
             * @description Grams.
             */
            trans_fat?: number | null;
            /**
             * Format: double
             * @description Milligrams.
             */
            cholesterol?: number | null;
            /**
             * Format: double
             * @description Milligrams.
             */
            sodium?: number | null;
            /**
             * Format: double
             * @description Milligrams.
             */
            potassium?: number | null;
            /**
             * Format: double
             * @description Grams.
             */
            fiber?: number | null;
            /**
             * Format: double
             * @description Grams.
             */
            sugar?: number | null;
            /**
             * Format: double
             * @description Percent of the recommended daily value.
             */
            vitamin_a?: number | null;
            /**
             * Format: double
             * @description Percent of the recommended daily value.
             */
            vitamin_c?: number | null;
            /**
             * Format: double
             * @description Percent of the recommended daily value.
             */
            calcium?: number | null;
            /**
             * Format: double
             * @description Percent of the recommended daily value.
             */
            iron?: number | null;
            /**
             * Format: double
             * @description Grams.
             */
            carbohydrates?: number | null;
        };
        /**
         * @description Of what an imported export has brought: where it came from before, as the
         * export states it. The terms of a provider that it names apply.
         */
        OriginalSource: {
            /**
             * @description Where the entry comes from: a workout of a remote `connection`, a
             * `file`, an `inbox` to which an app of the person has sent it, an `application`, or
             * the `person`, who has entered it on the pages of the service.
             * @enum {string}
             */
            origin: "connection" | "file" | "inbox" | "application" | "person";
            /**
             * @description The `type` of the remote connection type.
             * @example polar
             */
            remote_connection_type?: string;
            /**
             * @description The name of the file.
             * @example run.fit
             */
            file_name?: string;
        };
        SleepInput: {
            /**
             * Format: date-time
             * @description When the person got up.
             * @example 2026-11-20T07:05:00+01:00
             */
            end: string;
            /**
             * Format: double
             * @description The time in bed, which is not the time asleep, in seconds.
             */
            in_bed?: number;
            /**
             * Format: double
             * @description The time awake, in seconds.
             */
            awake?: number;
            /**
             * Format: double
             * @description The time in light sleep, in seconds.
             */
            light?: number;
            /**
             * Format: double
             * @description The time in deep sleep, in seconds.
             */
            deep?: number;
            /**
             * Format: double
             * @description The time in REM sleep, in seconds.
             */
            rem?: number;
            /** @description Whether it is a nap, apart from the night. */
            is_nap?: boolean;
        };
        /**
         * @description The totals that the recording states and that its points do not add up to,
         * by more than one percent. They stay if the entry is changed.
         */
        StatedTotals: {
            /**
             * Format: double
             * @description Seconds.
             * @example 1795
             */
            duration?: number;
            /**
             * Format: double
             * @description Meters.
             * @example 4980.5
             */
            distance?: number;
            /**
             * Format: double
             * @description Beats per minute.
             * @example 141.5
             */
            avg_heart_rate?: number;
            /**
             * Format: double
             * @description Beats per minute.
             * @example 171
             */
            max_heart_rate?: number;
            /**
             * Format: double
             * @description Meters of ascent.
             * @example 42
             */
            elevation_change?: number;
        };
        /** @description A sent value. */
        StoredMeasurement: {
            /**
             * @description The id of the value.
             * @example weight-202611-aQ3xK9v0bTz-1795155000
             */
            id: string;
            /**
             * @description What became of the value.
             * @enum {string}
             */
            outcome: "stored" | "unchanged" | "ignored";
        };
        /** @description What became of the values, in the order in which they were sent. */
        StoredMeasurements: {
            /** @description How many values are new or changed. */
            stored: number;
            /** @description How many values were there before. */
            unchanged: number;
            /**
             * @description How many values are not kept: more than a day or a month has room for,
             * or deleted by the user.
             */
            ignored: number;
            items: components["schemas"]["StoredMeasurement"][];
        };
        /** @description What all points add up to instead. */
        SummedPoints: {
            /**
             * Format: double
             * @description Seconds.
             * @example 1795
             */
            duration?: number;
            /**
             * Format: double
             * @description Meters.
             * @example 4980.5
             */
            distance?: number;
            /**
             * Format: double
             * @description Beats per minute.
             * @example 141.5
             */
            avg_heart_rate?: number;
            /**
             * Format: double
             * @description Beats per minute.
             * @example 171
             */
            max_heart_rate?: number;
            /**
             * Format: double
             * @description Meters of ascent.
             * @example 42
             */
            elevation_change?: number;
        };
        /**
         * @description The duplicates from which members of the entry are taken, because they have
         * measured these better, or because the person has chosen them. Absent if there are none.
         */
        TakenFields: {
            energy?: components["schemas"]["WorkoutReference"];
            avg_heart_rate?: components["schemas"]["WorkoutReference"];
            max_heart_rate?: components["schemas"]["WorkoutReference"];
            distance?: components["schemas"]["WorkoutReference"];
            max_speed?: components["schemas"]["WorkoutReference"];
            elevation_change?: components["schemas"]["WorkoutReference"];
        };
        WorkoutLap: {
            /**
             * Format: double
             * @description Seconds from the start of the workout.
             * @example 0
             */
            start: number;
            /**
             * Format: double
             * @description Seconds without pauses.
             * @example 312.5
             */
            duration: number;
            /**
             * Format: double
             * @description Meters.
             * @example 1000
             */
            distance?: number;
            /**
             * Format: double
             * @description Beats per minute.
             * @example 142
             */
            avg_heart_rate?: number;
            /**
             * Format: double
             * @description Beats per minute.
             * @example 155
             */
            max_heart_rate?: number;
        };
        /**
         * @description An imported workout: `remote_connection_type` and `remote_id` of a
         * connection, or `file_id` of a file or an inbox.
         */
        WorkoutReference: {
            /**
             * @description The `type` of the remote connection type.
             * @example polar
             */
            remote_connection_type?: string;
            /**
             * @description The provider's id of the workout.
             * @example 9810274
             */
            remote_id?: string;
            /**
             * @description The id of the workout of the file, the same in all imports of the file,
             * or of the inbox.
             */
            file_id?: string;
        };
        WorkoutSeries: {
            /**
             * @description Seconds from the start of the workout to each point. A pause has no
             * points.
             * @example [
             *       0,
             *       15,
             *       30
             *     ]
             */
            seconds: number[];
            /**
             * @description Meters since the start.
             * @example [
             *       0,
             *       45.5,
             *       92
             *     ]
             */
            distance?: (number | null)[];
            /**
             * @description Meters above the sea.
             * @example [
             *       520.4,
             *       520.9,
             *       null
             *     ]
             */
            elevation?: (number | null)[];
            /**
             * @description Beats per minute.
             * @example [
             *       118,
             *       124,
             *       131
             *     ]
             */
            heart_rate?: (number | null)[];
            /**
             * @description Meters per second.
             * @example [
             *       3.02,
             *       3.05,
             *       3.1
             *     ]
             */
            speed?: (number | null)[];
            /**
             * @description Per minute: steps of a runner, turns of a cyclist, strokes of a swimmer.
             * @example [
             *       162,
             *       164,
             *       166
             *     ]
             */
            cadence?: (number | null)[];
            /**
             * @description Watts.
             * @example [
             *       210,
             *       220,
             *       null
             *     ]
             */
            power?: (number | null)[];
            /** @description The first 200 laps, in their order. */
            laps?: components["schemas"]["WorkoutLap"][];
            /**
             * @description The number of all laps, if more.
             * @example 250
             */
            lap_count?: number;
            stated?: components["schemas"]["StatedTotals"];
            summed?: components["schemas"]["SummedPoints"];
        };
    };
    responses: {
        /** @description internal server error; try again */
        BadGateway: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DiaryError"];
            };
        };
        /**
         * @description {field} {what it must be}
         *
         *     missing, empty or repeated header: {names}
         *
         *     invalid request; check the address, headers and body
         *
         *     a request body is required
         *
         *     the request body {reason}
         *
         *     {name} {reason}
         */
        BadRequest: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DiaryError"];
            };
        };
        /**
         * @description this endpoint requires a user token
         *
         *     the access token must have the scope {scope}
         *
         * restricted: the user has paused the processing of their data; nothing is read or written
         * until they resume it
         *
         *     {field} {what it must be}
         *
         *     access denied
         *
         *     the user has not agreed to the storage of data of the body
         */
        Forbidden: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DiaryError"];
            };
        };
        /** @description the request timed out; try again in a moment */
        GatewayTimeout: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DiaryError"];
            };
        };
        /** @description internal server error; try again */
        InternalServerError: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DiaryError"];
            };
        };
        /** @description method not allowed; allowed: {methods} */
        MethodNotAllowed: {
            headers: {
                /** @description The methods of this path. */
                Allow?: string;
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DiaryError"];
            };
        };
        /**
         * @description not found; see the documentation for all paths, to which / redirects
         *
         *     {kind} {id} could not be found.
         */
        NotFound: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DiaryError"];
            };
        };
        /**
         * @description the request is too large
         *
         *     {subject} is too large: {size} bytes; the limit is {limit}{hint}
         */
        PayloadTooLarge: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DiaryError"];
            };
        };
        /** @description the service is temporarily unavailable; try again in a moment */
        ServiceUnavailable: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DiaryError"];
            };
        };
        /**
         * @description too many requests: the limit {policies} is used up; try again in {seconds}
         * seconds
         *
         *     too many requests; try again later
         */
        TooManyRequests: {
            headers: {
                /** @description Seconds until the next request can succeed. */
                "Retry-After"?: number;
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DiaryError"];
            };
        };
        /**
         * @description send an access token as Authorization: Bearer TOKEN
         *
         *     the access token {reason}
         */
        Unauthorized: {
            headers: {
                /** @description The challenge (RFC 6750 section 3). */
                "WWW-Authenticate"?: string;
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DiaryError"];
            };
        };
        /**
         * @description {field} {what it must be}
         *
         * this Idempotency-Key was used with a different body; send that body again or use a new
         * key
         *
         * too large to store: an item, such as the entries of a day, is limited to 400 KB; delete
         * some entries or send less
         */
        UnprocessableEntity: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DiaryError"];
            };
        };
        /**
         * @description unsupported Content-Type or Content-Encoding
         *
         *     the Content-Type must be {expected}
         */
        UnsupportedMediaType: {
            headers: {
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Ignored-Members": components["headers"]["IgnoredMembers"];
                "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                "Preference-Applied": components["headers"]["PreferenceApplied"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["DiaryError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The limits of the caller: the requests (`q`) of each window of so many
         * seconds (`w`), as in `"15min";q=200;w=900`. Those with `pk` are of the user, the others
         * of the application.
         */
        RateLimitPolicy: string;
        /**
         * @description The requests that are left (`r`) of the limit that is reached first, and the
         * seconds until all are there again (`t`), as in `"15min";r=137;t=412`.
         */
        RateLimit: string;
        /**
         * @description The members of the body that the service does not know and has not stored,
         * and those of which it has read the last of several, as JSON pointers: `"/items/0/carbs"`.
         * After ten follows the number of the others.
         */
        IgnoredMembers: string;
        /**
         * @description The query parameters that the service does not know and has ignored:
         * `"actve"`. After ten follows the number of the others.
         */
        IgnoredParameters: string;
        /** @description What the service has done of `Prefer`: `handling=strict`. */
        PreferenceApplied: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getDiaryDay: {
        parameters: {
            query?: {
                /**
                 * @description The day, from 1900-01-01 to 2199-12-31. Defaults to today in UTC.
                 */
                entry_date?: string;
                /**
                 * @description Comma-separated types to return: `diary_meal`, `exercise`,
                 * `food_entry`. Empty values are ignored. Defaults to `diary_meal`, `exercise`.
                 */
                types?: ("diary_meal" | "exercise" | "food_entry")[];
                /**
                 * @description The optional members to include: `exercise`, `energy`,
                 * `nutritional_contents`, `food`, `source`, `all`. Comma-separated or repeated.
                 * Empty values are ignored.
                 */
                "fields[]"?:
                    | ("exercise"
                    | "energy"
                    | "nutritional_contents"
                    | "food"
                    | "source"
                    | "all")[];
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The meals and entries of the day. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiaryDay"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    createDiaryEntries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description 1 to 255 characters, unique for each request and the same for its
                 * retries. Stored for 7 days per user and client. A retry returns the same
                 * response, with `Idempotency-Replayed: true`, and stores nothing again. Reuse with
                 * a different body is an error, for some endpoints even if the first request
                 * failed. Send a new key then.
                 */
                "Idempotency-Key"?: string;
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiaryEntriesInput"];
            };
        };
        responses: {
            /** @description The new entries. Location is the path of the first. */
            201: {
                headers: {
                    Location: string;
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    /**
                     * @description Present if the service repeats the response to an earlier
                     * request.
                     */
                    "Idempotency-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiaryEntries"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getDiarySummary: {
        parameters: {
            query: {
                /** @description The first day, from 1900-01-01 to 2199-12-31. */
                from: string;
                /** @description The last day. By day, it is at most 91 days after the first. */
                to: string;
                /** @description What one item sums up. */
                by?: "day" | "week" | "month" | "year";
                /**
                 * @description The day with which a week begins. It changes nothing unless `by` is
                 * `week`.
                 */
                week_start?: "monday" | "sunday";
                /**
                 * @description The id of an activity type. Only exercises of this type and of all
                 * types below it count, and no food.
                 */
                exercise?: string;
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The totals, by day unless the query says otherwise. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiarySummary"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getDiaryEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiaryEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteDiaryEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry is deleted. */
            204: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    updateDiaryEntry: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        /** @description At most 64 KB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiaryEntryChangeInput"];
            };
        };
        responses: {
            /** @description The updated entry. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiaryEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getDiaryEntrySeries: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The series of the entry. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiaryEntrySeries"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    listMeasurements: {
        parameters: {
            query?: {
                /**
                 * @description Comma-separated types: `weight`, `body_fat`, `lean_mass`, `waist`,
                 * `resting_heart_rate`, `hrv_rmssd`, `hrv_sdnn`, `steps`, `blood_pressure`,
                 * `oxygen_saturation`, `respiratory_rate`, `vo2_max`, `body_temperature`,
                 * `blood_glucose`, `sleep`. Defaults to all.
                 */
                types?:
                    | ("weight"
                    | "body_fat"
                    | "lean_mass"
                    | "waist"
                    | "resting_heart_rate"
                    | "hrv_rmssd"
                    | "hrv_sdnn"
                    | "steps"
                    | "blood_pressure"
                    | "oxygen_saturation"
                    | "respiratory_rate"
                    | "vo2_max"
                    | "body_temperature"
                    | "blood_glucose"
                    | "sleep")[];
                /**
                 * @description The first day, from 1900-01-01 to 2199-12-31. Defaults to 29 days
                 * before `to`.
                 */
                from?: string;
                /**
                 * @description The last day, from 1900-01-01 to 2199-12-31. Defaults to today in
                 * UTC.
                 */
                to?: string;
                /** @description Whether to list the values of all sources. Defaults to false. */
                all?: "true" | "false";
            };
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The values. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Measurements"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    storeMeasurements: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path?: never;
            cookie?: never;
        };
        /** @description At most 256 KB. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeasurementsInput"];
            };
        };
        responses: {
            /** @description What became of the values. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredMeasurements"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    getMeasurement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The value. */
            200: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Measurement"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
    deleteMeasurement: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description `handling=strict` makes members and parameters that the service does
                 * not know an error.
                 */
                Prefer?: string;
            };
            path: {
                /** @description The id of the item, as in responses. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The value is deleted. */
            204: {
                headers: {
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Ignored-Members": components["headers"]["IgnoredMembers"];
                    "Ignored-Parameters": components["headers"]["IgnoredParameters"];
                    "Preference-Applied": components["headers"]["PreferenceApplied"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["ServiceUnavailable"];
            504: components["responses"]["GatewayTimeout"];
        };
    };
}
