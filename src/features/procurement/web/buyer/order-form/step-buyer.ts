import type { ComponentType } from 'react'
import type { Slot } from '#contract/slot.ts'
import type { FieldValues } from '#web/kit/rich-text-fields.ts'
import type { OfOrder } from '../../../contract/slots.ts'
import type { Milestone } from '../../../engine/phase.ts'
import type { Page } from '../../../methods/pages.ts'
import type { AnyMethod } from '../../../methods/method.ts'
import type { OrderSettings } from '../../../rules/settings.ts'
import type { OrderDetail } from '../tones.ts'
import type { OrderValues, ProjectDetail } from './order-values.ts'

/** What a section of the order form gets beside the form. */
export interface SectionProps {
  project: ProjectDetail
  /** Both undefined until the order is first saved. */
  orderId: string | undefined
  code: string | undefined
  /** Saves the draft; its id, or null when it cannot be saved. */
  onSave: () => Promise<string | null>
}

/** A section of the order form: its anchor, what it holds, and whether what publication needs of it is there. */
export interface OrderSection {
  key: string
  title: string
  /** Beginnings of the paths of its fields, `settings.ways`. */
  paths: readonly string[]
  isComplete?: (values: OrderValues, fields: FieldValues, method: AnyMethod) => boolean
  /** About its height in lines, kept free until its script is there. */
  lines?: number
  /** Of sections below the fold. What they edit is in the form's store from the start. */
  load?: () => Promise<ComponentType<SectionProps>>
}

/** What a step has fixed for an order, as a section of its page: brought by another feature, or its own. */
export type StepTerms = { key: string; title: string } & (
  | { slot: Slot<OfOrder> }
  | { lines: number; load: () => Promise<ComponentType<OfOrder>> }
)

/** What a step brings to the form of an order, its preview and its page. */
export interface StepBuyer {
  /** Sections, and before which of those that every order has. */
  sections?: readonly (OrderSection & { before: 'schedule' | 'announcement' })[]
  /** What it needs of other sections, by their keys. */
  completes?: Readonly<Record<string, (values: OrderValues, method: AnyMethod) => boolean>>
  /** What the settings of a new order begin with; `failedOrder`: the code of one that it takes the place of. */
  newSettings?: (method: AnyMethod, failedOrder: string | null) => Partial<OrderSettings>
  /** The settings as the server keeps them. */
  tidy?: (settings: OrderSettings) => Partial<OrderSettings>
  terms?: StepTerms
  /** Where its work stands, as a section of the order's page from a milestone on. */
  lead?: { key: string; title: string; from: Milestone; page: Page; label: string }
  /** What will happen once the order is published. */
  effects?: (order: OrderDetail) => readonly string[]
}
