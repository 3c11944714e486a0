import { FieldList } from '#web/kit/field-list.tsx'
import type { OfOrder } from '../../contract/slots.ts'
import { methodOf } from '../../methods/all.ts'
import { FEW_GROUNDS, groupTermsOf } from '../../rules/group-terms.ts'

/** What was published of the group. */
export function GroupSection({ order: { method, settings } }: OfOrder) {
  const { size, minutes, few, fewReason, isOpen } = groupTermsOf(settings)
  const { group, words } = methodOf(method)
  return (
    <FieldList
      items={[
        { label: '小组人数', value: `${size} 人` },
        { label: `每家${words.act}时长`, value: `${minutes} 分钟` },
        { label: '推荐依据', value: group!.decides === 'lowest' ? '最后报价由低到高' : '综合得分由高到低' },
        isOpen && { label: '方案', value: '由供应商提供最终方案，小组投票推荐后要求最后报价' },
        few !== null && { label: '可为两家的情形', value: `${FEW_GROUNDS[few].label}（${fewReason}）`, wide: true },
      ]}
    />
  )
}
