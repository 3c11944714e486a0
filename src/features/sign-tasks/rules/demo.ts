/** Said wherever a certificate of the demonstration's authority is used. */
export const DEMO_CA = '证书由演示 CA 签发，不具法律效力；时间戳为本地时间戳（非第三方），仅证明本平台的时间。'

/** Whether one of the signatures rests on the demonstration's authority or on the own clock. */
export function isDemo(acts: readonly { isLocal: boolean; verdict: string }[]): boolean {
  return acts.some(({ isLocal, verdict }) => isLocal || verdict.includes('演示'))
}
