/** Moments of an opening at which the digital host speaks, in their order. `knowsBidders`: bidders may be named. */
export const MOMENTS = {
  waiting: { label: '会前等候', knowsBidders: false },
  opening: { label: '开标开始', knowsBidders: true },
  discipline: { label: '会场纪律', knowsBidders: true },
  decrypt: { label: '开始解密', knowsBidders: true },
  decryptEnding: { label: '解密即将截止', knowsBidders: true },
  jointOpening: { label: '保管人共同开启', knowsBidders: true },
  beforeReading: { label: '唱标开始', knowsBidders: true },
  reading: { label: '逐家唱标', knowsBidders: true },
  afterReading: { label: '唱标结束', knowsBidders: true },
  confirm: { label: '确认开标记录', knowsBidders: true },
  end: { label: '开标结束', knowsBidders: true },
  abortive: { label: '宣布流标', knowsBidders: false },
} as const satisfies Record<string, { label: string; knowsBidders: boolean }>

export type Moment = keyof typeof MOMENTS
export const MOMENT_NAMES = Object.keys(MOMENTS) as [Moment, ...Moment[]]
