/** Something that is not as it was written. `what` and `id` name it; `message` is for people. */
export interface Alteration {
  tenantId: number
  what: 'log' | 'tile' | 'entry' | 'checkpoint' | 'submission' | 'bid-file' | 'bid-key' | 'stored-file' | 'log-record'
  /** E.g. tile path, leaf index, submission id, `<submission id>/<position>`. */
  id: string
  message: string
}

export type Finding = Omit<Alteration, 'tenantId'>
