import { SideBlock } from '#web/kit/detail-screen.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { methodOf } from '../../../methods/all.ts'
import type { ScheduleField } from '../../../methods/method.ts'
import { DateFacts } from '../../date-facts.tsx'
import type { Tender } from '../words.ts'
import { partOf } from '../../../rules/own-part.ts'

/** Deadlines, the own part, people. */
export function TenderSide({ tender }: { tender: Tender }) {
  const part = partOf(tender)
  return (
    <>
      <SideBlock title="期限（北京时间）">
        <Deadlines tender={tender} />
      </SideBlock>
      <SideBlock title="我的参与">
        {part ? <StatusTag label={part.label} tone={part.tone} /> : <span className="kb-muted">尚未报名</span>}
      </SideBlock>
      <SideBlock title="相关单位">
        <dl>
          {tender.people.map((one) => (
            <div className="kb-size-13 kb-pad-y-4" key={one.role}>
              <dt className="kb-size-12">{one.role}</dt>
              <dd>{one.name}</dd>
            </div>
          ))}
        </dl>
      </SideBlock>
    </>
  )
}

function Deadlines({ tender }: { tender: Tender }) {
  const { schedule } = tender
  const { labels } = methodOf(tender.method).dates
  const dates = (['saleEnd', 'signUpEnd', 'questionEnd', 'bidEnd', 'openAt'] as ScheduleField[]).flatMap((field) =>
    labels[field]
      ? [[labels[field].replace('招标文件获取', '获取文件').replace('时间', ''), schedule[field]] as const]
      : [],
  )
  return <DateFacts dates={dates} />
}
