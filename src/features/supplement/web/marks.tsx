import { Alert } from 'antd'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { MARK, MARK_MEANING } from '../rules/words.ts'

/** The mark of every registration, beside its state. */
export function MarkTag() {
  return <StatusTag label={MARK} tone="warning" />
}

/** What the mark means, on every page of one. */
export function MarkNote() {
  return <Alert className="kb-below-12" type="warning" showIcon title={MARK_MEANING} />
}

/** How many checks it does not pass. */
export function BreachTag({ breaches }: { breaches: number }) {
  return breaches > 0 ? (
    <StatusTag label={`${breaches} 项不符`} tone="danger" />
  ) : (
    <StatusTag label="核对相符" tone="success" />
  )
}
