/** Why an envelope is refused. Each is said to the person and written to the record. */
export const REFUSALS = {
  truncated: '文件不完整，末尾数据缺失',
  tampered: '文件内容被改动，完整性校验未通过',
  foreign: '该文件不属于当前采购单或当前投标人',
  'wrong-key': '密钥与该文件不匹配',
  replayed: '文件或数据块被重复使用或调换了位置',
  malformed: '不是有效的加密投标文件',
  'unsupported-suite': '不支持该文件使用的密码套件',
} as const

export type Refusal = keyof typeof REFUSALS

/** An envelope, wrapped key or key file that is refused. `detail` is English, for the log. */
export class EnvelopeError extends Error {
  readonly reason: Refusal
  readonly detail: string

  constructor(reason: Refusal, detail: string) {
    super(REFUSALS[reason])
    this.name = 'EnvelopeError'
    this.reason = reason
    this.detail = detail
  }
}
