import { FieldList } from '#web/kit/field-list.tsx'
import { AmountText } from '#web/kit/values.tsx'
import { AwardLines } from '../../award-lines.tsx'
import { say } from '../../../methods/say.ts'
import type { Tender } from '../words.ts'

/** What the own company delivers, and its sum. */
export function OwnAward({ tender }: { tender: Tender }) {
  if (!tender.award) return null
  const { price, lines } = tender.award
  return (
    <>
      <AwardLines label={say(tender, '{won}明细')} lines={lines} />
      <FieldList items={[{ label: say(tender, '{won}价'), value: <AmountText value={price} capitals /> }]} />
    </>
  )
}
