import type { LetterKind } from '../../rules/kinds.ts'
import type { Demanded } from '../../rules/letter.ts'

/** Who issues letters of guarantee, against a signed document. */
export interface GuaranteeIssuer {
  /** Played by the platform itself, for demonstrations and tests. */
  isLocal: boolean
  /** A signed document; see `document.ts`. `extends`: the number of the letter whose time is made longer. */
  issue(asked: Demanded & { form: LetterKind; number: string; extends: string }): Promise<string>
}
