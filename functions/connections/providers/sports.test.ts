import { describe, expect, it } from 'vitest';
import { appleSports } from '#functions/diary/file-import/archives/apple-sports.data.ts';
import { stravaTableSports } from '#functions/diary/file-import/archives/strava-sports.data.ts';
import { fileSports } from '#functions/diary/file-import/formats/file-sports.data.ts';
import { fitSports } from '#functions/diary/file-import/formats/fit-sport.data.ts';
import { mapFileSport } from '#functions/diary/file-import/formats/map-file-sport.ts';
import { mapSport, normalizeSport } from '#functions/diary/workout-import/sport.ts';
import {
  findRootId,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { googleHealthSports } from './google-health/sports.data.ts';
import { polarSports } from './polar/sports.data.ts';
import { stravaSports, stravaTrainerSports } from './strava-words/sports.data.ts';
import { whoopSports } from './whoop/sports.data.ts';
import { withingsSports } from './withings/sports.data.ts';

const tables = Object.entries({
  appleSports,
  fileSports,
  fitSports,
  googleHealthSports,
  polarSports,
  stravaSports,
  stravaTableSports,
  stravaTrainerSports,
  whoopSports,
  withingsSports,
});

describe('the words for sports', () => {
  it.each(tables)('of %s are found, and have a type of the catalog', (_, table) => {
    for (const [word, key] of Object.entries(table)) {
      expect(normalizeSport(word)).toBe(word);
      expect(findRootId(getActivityTypeId(key))).toBeDefined();
      expect(mapSport(table, word).activity_type_id).toBe(getActivityTypeId(key));
    }
  });

  // Each is the list of the provider, as public clients have it, without what is no sport.
  it.each([
    {
      title: 'Google Health',
      map: (word: string) => mapSport(googleHealthSports, word),
      words: `AEROBIC_WORKOUT ARCHERY ASSAULT_BIKE BACKPACKING BADMINTON BALLET BALLROOM_DANCE
        BARRE_CLASS BASEBALL BASKETBALL BIKING BILLIARDS BODY_WEIGHT BOOTCAMP BOWLING BOXING
        BREAKDANCING CALISTHENICS CANOEING CARDIO_SCULPT CARDIO_WORKOUT CARPENTRY CHEERLEADING
        CIRCUIT_TRAINING CLEANING CLIMBING CORE_TRAINING CRICKET CROQUET CROSS_COUNTRY_SKI
        CROSS_TRAINING CROSSFIT CURLING DANCING DIVING ELECTRIC_BIKE ELECTRIC_SCOOTER ELLIPTICAL
        EQUESTRIAN_SPORTS EXERCISE_CLASS FENCING FIELD_HOCKEY FISHING FITNESS_GAMING FOILING
        FOOTBALL_AMERICAN FOOTBALL_AUSTRALIAN FREE_WEIGHTS FRISBEE_PLAYING_GENERAL
        FUNCTIONAL_STRENGTH_TRAINING GARDENING GOLF GYMNASTICS HANDBALL HAND_CYCLING HIIT HIKING
        HIP_HOP HOCKEY HOEING HOUSEHOLD_CHORES HUNTING ICE_SKATING INCLINE_RUN INCLINE_WALK
        INDOOR_CLIMBING INTERVAL_WORKOUT JAZZ_DANCE JIU_JITSU JUMPING_ROPE KARATE KAYAKING
        KICKBOXING KITESURFING LACROSSE MARTIAL_ARTS MEDITATE MODERN_DANCE MOTOCROSS MOTORCYCLE
        MOUNTAIN_BIKE MOWING_LAWN MUAY_THAI MULTISPORT MUSICAL_PERFORMANCE NORDIC_WALKING
        ORIENTEERING OTHER OUTDOOR_BIKE OUTDOOR_WORKOUT PADDLEBOARDING PADEL PAINTING PARAGLIDING
        PARKOUR PICKELBALL PILATES POLO POWERLIFTING POWER_WALKING RACKET_SPORTS RACQUETBALL
        RESISTANCE_BANDS ROCK_CLIMBING ROLLERBLADING ROLLER_SKATING ROWING ROWING_MACHINE RUCKING
        RUGBY RUNNING SAILING SCOOTERING SCUBA_DIVING SHOOTING SHOVELING SKATEBOARDING SKATING
        SKIING SKYDIVING SNORKELING SNOWBOARDING SNOWMOBILING SNOWSHOEING SNOW_SPORT SOCCER
        SOFTBALL SPEED_SKATING SPINNING SPORT SQUASH STAIRCLIMBER STATIONARY_BIKE STEP_TRAINING
        STRENGTH_TRAINING STRETCHING STROLLER_WALK SURFING SWIMMING SWIMMING_OPEN_WATER
        SWIMMING_POOL SYNCHRONIZED_SWIMMING TABATA_WORKOUT TABLE_TENNIS TAEKWONDO TAI_CHI TANGO
        TENNIS TRACK_AND_FIELD TRAIL_RUN TRAMPOLINE TREADMILL TREADMILL_WALK TRX ULTIMATE_FRISBEE
        UNICYCLING VOLLEYBALL VOLLEYBALL_BEACH WAKEBOARDING WALKING WALK_WITH_WEIGHTS
        WATER_AEROBICS WATER_JOGGING WATER_POLO WATER_SKIING WATER_SPORT WATER_VOLLEYBALL WEEDING
        WEIGHTLIFTING WEIGHT_MACHINES WEIGHTS WHEELCHAIR WINDSURFING WORKOUT WRESTLING YOGA
        YOGA_BIKRAM YOGA_HATHA YOGA_POWER YOGA_VINYASA ZUMBA`,
    },
    {
      title: 'WHOOP',
      map: (word: string) => mapSport(whoopSports, word),
      words: `activity other hiking-rucking track-field track-and-field stroller-jogging caddying
        toddlerwearing babywearing wheelchair-pushing spin assault-bike water-polo kite-boarding
        operations-water strength-trainer functional-fitness stairmaster climber stadium-steps
        obstacle-course-racing parkour barre3 australian-football gaelic-football netball ultimate
        spikeball hurling-camogie hurling-and-camogie paintball paddle-tennis box-fitness jiu-jitsu
        wrestling fencing disc-golf horseback-riding polo motocross motor-racing circus-arts
        stage-performance f45-training barrys barry-s gymnastics operations-tactical
        operations-medical operations-flying manual-labor coaching commuting yard-work cooking
        musical-performance dedicated-parenting`,
    },
    {
      title: 'Polar',
      map: (word: string) => mapSport(polarSports, word),
      words: `BALLET_DANCING BALLROOM_DANCING BASEBALL CROSS_COUNTRY_RUNNING CYCLOCROSS FIELD_HOCKEY
        FINNISH_BASEBALL FITNESS_RACING FLOORBALL HANDBALL JAZZ_DANCING JUDO_MARTIAL_ARTS KICKBIKE
        LATIN_DANCING LES_MILLS_CXWORKS MODERN_DANCING OFFROADDUATHLON_CYCLING
        OFFROADTRIATHLON_SWIMMING PARASPORTS_SLED_HOCKEY PARASPORTS_WATER_SKIING
        PARASPORTS_WHEELCHAIR_BASKETBALL PARASPORTS_WHEELCHAIR_TENNIS RINGETTE SHOW_DANCING
        SHOOTING_SPORT_INDOOR SHOOTING_SPORT_OUTDOOR STREET_DANCING TAEKWONDO_MARTIAL_ARTS
        TRIATHLON_SWIMMING ULTIMATE ULTRARUNNING_RUNNING WATER_EXERCISE`,
    },
    {
      title: 'files of Garmin',
      map: mapFileSport,
      words: `american_football apnea_hunting archery atv_v2 auto_racing ccr_diving
        cross_country_indoor_skiing driving_general e_enduro_mtb e_sport enduro_mtb field_hockey
        fishing_v2 flying gauge_diving hunting indoor_handcycling kayaking_v2 kiteboarding_v2
        lacrosse motocross_v2 offshore_grinding_v2 onshore_grinding_v2 overland paddelball
        para_sports platform_tennis pool_apnea racket_sports rc_drone rowing_v2 sailing_v2
        skating_ws snorkeling snow_shoe_ws softball steps stop_watch surfing_v2 team_sports
        tennis_v2 transition_v2 ultimate_disc uncategorized wakeboarding_v2 wakesurfing water_tubing
        waterskiing whitewater_rafting_v2 windsurfing_v2 wingsuit_flying winter_sports`,
    },
  ])('of $title all become a type of ours', ({ map, words }) => {
    const unknown = words.split(/\s+/).filter((word) => {
      return map(word).activity_type_id === getActivityTypeId('other_import');
    });
    expect(unknown).toEqual([]);
  });
});
