import { commonMembers, defineExportDocument } from '#shared/contract/export-document.ts';
import type { DataSource } from './data-source.ts';

export const dataSourcesDocument = defineExportDocument<DataSource>({
  description: {
    en: 'Your devices, and for which data you prefer them.',
    de: 'Ihre Geräte, und für welche Daten Sie sie bevorzugen.',
  },
  members: {
    id: commonMembers.id,
    name: { en: 'the name that you gave it', de: 'der Name, den Sie vergeben haben' },
    active: {
      en: 'whether the device can record new data',
      de: 'ob das Gerät neue Daten aufzeichnen kann',
    },
    advertised_name: { en: 'the Bluetooth name', de: 'der Bluetooth-Name' },
    serial_number: { en: 'the serial number', de: 'die Seriennummer' },
    bluetooth_device_address: {
      en: 'the Bluetooth address',
      de: 'die Bluetooth-Adresse',
    },
    firmware_version: {
      en: 'the version of the firmware',
      de: 'die Version der Firmware',
    },
    hardware_version: {
      en: 'the version of the hardware',
      de: 'die Version der Hardware',
    },
    created_datetime: commonMembers.created_datetime,
    device: { en: 'the manufacturer and the model', de: 'Hersteller und Modell' },
    remote_connection_type: {
      en: 'the service whose import added it, if not you',
      de: 'der Dienst, dessen Import es hinzugefügt hat, wenn nicht Sie',
    },
    priorities: {
      en: 'the data for which you prefer the device, and since when',
      de: 'für welche Daten Sie das Gerät bevorzugen, und seit wann',
    },
  },
});
