import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import type { demandDetail } from '../../contract/demand.ts'

type Demand = OutputOf<typeof demandDetail>

/** Conclusions, the last one first; earlier ones stay. */
export function ConclusionList({ demand }: { demand: Demand }) {
  const [last, ...older] = demand.conclusions
  if (!last) return null
  return (
    <div className="kb-stack kb-gap-12">
      <Conclusion one={last} demand={demand} />
      {older.map((one) => (
        <details key={one.no}>
          <summary>
            第 {one.no} 次结论（{one.madeByName}，{formatTime(one.madeAt)}）
          </summary>
          <Conclusion one={one} demand={demand} />
        </details>
      ))}
    </div>
  )
}

function Conclusion({ one, demand }: { one: Demand['conclusions'][number]; demand: Demand }) {
  const names = new Map(demand.versions.flatMap(({ parameters }) => parameters.map((p) => [p.parameterId, p.name])))
  const range = (low: string | null, high: string | null) =>
    low === null ? '无' : `${formatAmount(low)} ～ ${formatAmount(high)} 元`
  return (
    <FieldList
      items={[
        { label: '应答数量', value: `${one.respondents} 份` },
        { label: '参数版本', value: `第 ${one.version} 版` },
        { label: '参考价格区间', value: range(one.priceLow, one.priceHigh) },
        one.priceReason !== '' && { label: '按应答计算', value: range(one.computedLow, one.computedHigh) },
        { label: '形成', value: `${one.madeByName}，${formatTime(one.madeAt)}` },
        one.priceReason !== '' && { label: '价格区间说明', value: one.priceReason, wide: true },
        one.fewReason !== '' && { label: '应答不足 3 份的理由', value: one.fewReason, wide: true },
        { label: '市场规模与供给', value: <span className="kb-pre">{one.marketSize}</span>, wide: true },
        { label: '调研结论', value: <span className="kb-pre">{one.summary}</span>, wide: true },
        one.narrow.length > 0 && {
          label: '保留的参数',
          value: (
            <ul>
              {one.narrow.map(({ parameterId, reason }) => (
                <li key={parameterId}>
                  {names.get(parameterId)}：{reason}
                </li>
              ))}
            </ul>
          ),
          wide: true,
        },
      ]}
    />
  )
}
