type Unit = 'time' | 'local_time' | 'degrees' | 'text';

export interface FitField {
  number: number;
  type: keyof typeof fitTypes;
  /** In bytes, if it is not that of the type. */
  size?: number;
  /** The stored number is the value times `scale`, plus `scale` times `offset`. */
  scale?: number;
  offset?: number;
  unit?: Unit;
}

/** The types of the protocol: code, size in bytes, and the value for "unknown". */
export const fitTypes = {
  enum: { code: 0x00, size: 1 },
  sint8: { code: 0x01, size: 1 },
  uint8: { code: 0x02, size: 1 },
  sint16: { code: 0x83, size: 2 },
  uint16: { code: 0x84, size: 2 },
  sint32: { code: 0x85, size: 4 },
  uint32: { code: 0x86, size: 4 },
  string: { code: 0x07, size: 1 },
  float32: { code: 0x88, size: 4 },
  float64: { code: 0x89, size: 8 },
  uint32z: { code: 0x8c, size: 4 },
  byte: { code: 0x0d, size: 1 },
} as const;

const timestamp: FitField = { number: 253, type: 'uint32', unit: 'time' };

/** The messages and fields of the public protocol that the files of the tests have. */
export const fitProfile = {
  file_id: {
    number: 0,
    fields: {
      type: { number: 0, type: 'enum' },
      manufacturer: { number: 1, type: 'uint16' },
      product: { number: 2, type: 'uint16' },
      serial_number: { number: 3, type: 'uint32z' },
      time_created: { number: 4, type: 'uint32', unit: 'time' },
      product_name: { number: 8, type: 'string', unit: 'text' },
    },
  },
  sport: {
    number: 12,
    fields: {
      sport: { number: 0, type: 'enum' },
      sub_sport: { number: 1, type: 'enum' },
      name: { number: 3, type: 'string', unit: 'text' },
    },
  },
  session: {
    number: 18,
    fields: {
      timestamp,
      start_time: { number: 2, type: 'uint32', unit: 'time' },
      start_position_lat: { number: 3, type: 'sint32', unit: 'degrees' },
      start_position_long: { number: 4, type: 'sint32', unit: 'degrees' },
      sport: { number: 5, type: 'enum' },
      sub_sport: { number: 6, type: 'enum' },
      total_elapsed_time: { number: 7, type: 'uint32', scale: 1000 },
      total_timer_time: { number: 8, type: 'uint32', scale: 1000 },
      total_distance: { number: 9, type: 'uint32', scale: 100 },
      total_calories: { number: 11, type: 'uint16' },
      max_speed: { number: 15, type: 'uint16', scale: 1000 },
      avg_heart_rate: { number: 16, type: 'uint8' },
      max_heart_rate: { number: 17, type: 'uint8' },
      total_ascent: { number: 22, type: 'uint16' },
      enhanced_max_speed: { number: 125, type: 'uint32', scale: 1000 },
      pool_length: { number: 44, type: 'uint16', scale: 100 },
      num_active_lengths: { number: 47, type: 'uint16' },
    },
  },
  lap: {
    number: 19,
    fields: {
      timestamp,
      start_time: { number: 2, type: 'uint32', unit: 'time' },
      total_elapsed_time: { number: 7, type: 'uint32', scale: 1000 },
      total_timer_time: { number: 8, type: 'uint32', scale: 1000 },
      total_distance: { number: 9, type: 'uint32', scale: 100 },
      total_calories: { number: 11, type: 'uint16' },
      avg_heart_rate: { number: 15, type: 'uint8' },
      max_heart_rate: { number: 16, type: 'uint8' },
      total_ascent: { number: 21, type: 'uint16' },
      sport: { number: 25, type: 'enum' },
      sub_sport: { number: 39, type: 'enum' },
      num_active_lengths: { number: 40, type: 'uint16' },
    },
  },
  length: {
    number: 101,
    fields: {
      timestamp,
      start_time: { number: 2, type: 'uint32', unit: 'time' },
      total_timer_time: { number: 4, type: 'uint32', scale: 1000 },
      total_calories: { number: 11, type: 'uint16' },
      length_type: { number: 12, type: 'enum' },
    },
  },
  timestamp_correlation: {
    number: 162,
    fields: {
      timestamp,
      system_timestamp: { number: 1, type: 'uint32', unit: 'time' },
      local_timestamp: { number: 3, type: 'uint32', unit: 'local_time' },
    },
  },
  record: {
    number: 20,
    fields: {
      timestamp,
      position_lat: { number: 0, type: 'sint32', unit: 'degrees' },
      position_long: { number: 1, type: 'sint32', unit: 'degrees' },
      altitude: { number: 2, type: 'uint16', scale: 5, offset: 500 },
      heart_rate: { number: 3, type: 'uint8' },
      cadence: { number: 4, type: 'uint8' },
      distance: { number: 5, type: 'uint32', scale: 100 },
      speed: { number: 6, type: 'uint16', scale: 1000 },
      power: { number: 7, type: 'uint16' },
      compressed_speed_distance: { number: 8, type: 'byte', size: 3 },
      calories: { number: 33, type: 'uint16' },
      enhanced_speed: { number: 73, type: 'uint32', scale: 1000 },
      enhanced_altitude: { number: 78, type: 'uint32', scale: 5, offset: 500 },
    },
  },
  event: {
    number: 21,
    fields: {
      timestamp,
      event: { number: 0, type: 'enum' },
      event_type: { number: 1, type: 'enum' },
    },
  },
  device_info: {
    number: 23,
    fields: {
      timestamp,
      device_index: { number: 0, type: 'uint8' },
      device_type: { number: 1, type: 'uint8' },
      manufacturer: { number: 2, type: 'uint16' },
      product: { number: 4, type: 'uint16' },
      source_type: { number: 25, type: 'enum' },
      product_name: { number: 27, type: 'string', unit: 'text' },
    },
  },
  activity: {
    number: 34,
    fields: {
      timestamp,
      total_timer_time: { number: 0, type: 'uint32', scale: 1000 },
      num_sessions: { number: 1, type: 'uint16' },
      local_timestamp: { number: 5, type: 'uint32', unit: 'local_time' },
    },
  },
  monitoring: {
    number: 55,
    fields: { timestamp, cycles: { number: 3, type: 'uint32' } },
  },
  developer_data_id: {
    number: 207,
    fields: { developer_data_index: { number: 3, type: 'uint8' } },
  },
  field_description: {
    number: 206,
    fields: {
      developer_data_index: { number: 0, type: 'uint8' },
      field_definition_number: { number: 1, type: 'uint8' },
      fit_base_type_id: { number: 2, type: 'uint8' },
      field_name: { number: 3, type: 'string', unit: 'text' },
      units: { number: 8, type: 'string', unit: 'text' },
    },
  },
} as const satisfies Record<
  string,
  { number: number; fields: Readonly<Record<string, FitField>> }
>;

export type FitMessageName = keyof typeof fitProfile;

/** Fields by their names. Times are ISO 8601, positions are in degrees. */
export type FitValues<Name extends FitMessageName> = {
  [Field in keyof (typeof fitProfile)[Name]['fields']]?: number | string | undefined;
};
