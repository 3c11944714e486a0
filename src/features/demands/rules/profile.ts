import type { AnswerField, DemandField } from './fields.ts'
import type { LifeCycle } from './life-cycle.ts'

/** Pages of the buyer's side; several of them may be one page. */
export type Page =
  | 'list'
  | 'create'
  | 'edit'
  | 'editSurvey'
  | 'detail'
  | 'survey'
  | 'conclude'
  | 'move'
  | 'rounds'
  | 'collection'
  | 'trades'
  | 'check'
  | 'answer'
  | 'entry'

/** A variant of demands as data: what it is called, where it stands, what it asks. */
export interface Profile {
  label: string
  /** First letters of its numbers. */
  codePrefix: string
  /** Whether it may be asked again with adjusted parameters. */
  rounds: 'one' | 'many'
  /** What a demand says beside what all say. */
  demandFields: readonly DemandField[]
  answerFields: readonly AnswerField[]
  /** Whether answers are checked one by one after a round, and what is no answer set aside. */
  checksAnswers: boolean
  /** Whether parameters that too few brands meet are a finding of the demand itself. */
  warnsOfBrands: boolean
  /** Field of an answer with the last day of what it must hold, and what that is called. */
  expiry: { field: string; label: string } | null
  /** Field of the demand that says what needs a permit, which of its options do, and where its number stands. */
  permit: { field: string; options: readonly string[]; numberField: string } | null
  /** What the costs of using it are made of; null: only prices are compared. */
  lifeCycle: LifeCycle | null
  /** First part of its addresses, by workbench. */
  base: Readonly<Record<'purchaser' | 'agency' | 'supplier', string>>
  /** Pages of the buyer's side behind the base; another profile's where it has none of its own. */
  pages: Readonly<Record<Page, string | { of: 'general'; page: Page }>>
  /** First part of the address of its letters; null: who is invited reads the survey itself. */
  letters: string | null
  /** Code of its entry in the menu. */
  menu: string
}
