import { Alert, Button } from 'antd'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { formatAmount } from '#contract/money.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { demandDetail } from '../../contract/demand.ts'
import { demandCollection } from '../../contract/rounds.ts'
import { profileOf } from '../../rules/profiles.ts'
import { HIDDEN } from '../../rules/words.ts'
import { ExtraRows } from '../answer/extra-rows.tsx'
import { type At, placesOf } from '../at.ts'
import { FindingsList } from '../findings-list.tsx'
import { ConclusionForm } from '../survey/conclusion-form.tsx'
import { ConclusionList } from '../survey/conclusion-list.tsx'
import { MatrixPart } from '../survey/matrix-part.tsx'
import { useDemandActs } from '../use-demand-acts.tsx'
import { demandTag } from '../words.ts'
import { CostTable } from './cost-table.tsx'
import { RoundChoice, useRound } from './round-choice.tsx'
import { brandOf, type Collection } from './round-words.ts'

const SHOWN = new Set(['nextRound', 'conclude', 'plan'])

/** What all rounds came to: who meets what, prices, brands, costs of use; and what is concluded from it. */
export function Screen(at: At) {
  const { orderId: demandId = '' } = useParams()
  const [search] = useSearchParams()
  if (search.get('edit') === 'conclusion') return <ConclusionForm demandId={demandId} at={at} />
  return <Everything demandId={demandId} at={at} />
}

function Everything({ demandId, at }: { demandId: string; at: At }) {
  useLive(`demand:${demandId}`)
  const navigate = useNavigate()
  const query = useCall(demandCollection, { params: { demandId } })
  const demand = useCall(demandDetail, { params: { demandId } }).data
  const { act, dialog } = useDemandActs(at, demandId)
  const open = (query.data?.rounds ?? []).filter(({ isOpen }) => isOpen)
  const [roundNo, setRound] = useRound(open)
  const place = placesOf(at)
  return (
    <DetailScreen query={query} back={{ label: '调研', to: place.survey(demandId) }}>
      {(data) => ({
        title: `${data.title}：应答汇总`,
        status: <StatusTag {...demandTag(data)} />,
        facts: [data.code, `${data.rounds.length} 轮`, `${data.parties.length} 家应答`],
        actions: demand?.actions.filter(({ action }) => SHOWN.has(action)) ?? [],
        onAction: (action) => demand && void act(action, demand),
        extra: <Button onClick={() => void navigate(place.rounds(demandId))}>多轮调研</Button>,
        notice: (
          <>
            {demand && <FindingsList findings={demand.findings} />}
            {data.parties.some(({ expired }) => expired !== '') && (
              <Alert
                className="kb-below-16"
                type="warning"
                showIcon
                title={data.parties
                  .filter(({ expired }) => expired !== '')
                  .map(({ name, expired }) => `${name}：${expired}`)
                  .join('；')}
              />
            )}
            <RoundChoice rounds={open} value={roundNo} onChange={setRound} />
            {dialog}
          </>
        ),
        sections:
          open.length === 0
            ? [{ key: 'hidden', title: '应答汇总', content: <EmptyState title={HIDDEN} hint="截止后在这里对比应答" /> }]
            : [
                {
                  key: 'matrix',
                  title: `参数与应答（第 ${roundNo} 轮）`,
                  extra: <PriceRange data={data} roundNo={roundNo} />,
                  content: <MatrixPart demandId={demandId} at={at} roundNo={roundNo} />,
                },
                data.years !== null && {
                  key: 'cost',
                  title: `全生命周期成本（${data.years} 年）`,
                  content: <CostTable parties={data.parties} years={data.years} />,
                },
                { key: 'over', title: '各轮应答', content: <OverRounds data={data} /> },
                ...rowSections(at, data),
                demand !== undefined &&
                  demand.conclusions.length > 0 && {
                    key: 'conclusion',
                    title: '调研结论',
                    content: <ConclusionList demand={demand} />,
                  },
              ],
      })}
    </DetailScreen>
  )
}

function PriceRange({ data, roundNo }: { data: Collection; roundNo: number }) {
  const price = data.rounds.find((one) => one.roundNo === roundNo)?.price
  if (!price) return <span>没有参考报价</span>
  return (
    <span>
      参考报价 {formatAmount(price.low)} ～ {formatAmount(price.high)} 元
    </span>
  )
}

type Party = Collection['parties'][number]

/** Everybody from round to round: must-parameters met, and the price. */
function OverRounds({ data: { rounds, parties } }: { data: Collection }) {
  const of = (party: Party, roundNo: number) => party.rounds.find((one) => one.roundNo === roundNo)
  return (
    <DataTable
      label="各轮应答"
      rows={parties}
      rowKey={(row) => row.tradeId}
      columns={[
        { key: 'name', title: '供应商', isHead: true, value: (row) => row.name },
        { key: 'brand', title: '品牌型号', value: (row) => brandOf(row) },
        ...rounds
          .filter(({ isOpen }) => isOpen)
          .map(({ roundNo }) => ({
            key: `round-${roundNo}`,
            title: `第 ${roundNo} 轮`,
            width: 220,
            value: (row: Party) => {
              const one = of(row, roundNo)
              if (!one) return '未应答'
              if (one.aside !== '') return `不采纳：${one.aside}`
              return `必须参数 ${one.metMust}/${one.must}，${one.price === null ? '未报价' : `${formatAmount(one.price)} 元`}`
            },
          })),
      ]}
    />
  )
}

/** Lists that answers bring along, one section for each kind. */
function rowSections({ profile }: At, { parties }: Collection) {
  return profileOf(profile).answerFields.flatMap((field) => {
    const having = parties.filter(({ extras }) => Array.isArray(extras[field.key]))
    if (field.kind !== 'rows' || having.length === 0) return []
    return [
      {
        key: field.key,
        title: field.label,
        content: (
          <div className="kb-stack kb-gap-12">
            {having.map((party) => (
              <details key={party.tradeId} open={having.length <= 3}>
                <summary>
                  {party.name}（{brandOf(party)}）
                </summary>
                <ExtraRows field={field} rows={party.extras[field.key]} isNamed />
              </details>
            ))}
          </div>
        ),
      },
    ]
  })
}
