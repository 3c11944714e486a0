import { DataTable } from '#web/kit/data-table.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import type { Desk } from '../contract.ts'

/** What each member said of each response, once all had. */
export function ConformityTable({ desk }: { desk: Desk }) {
  const nameOf = (tradeId: string) => desk.suppliers.find((one) => one.tradeId === tradeId)?.supplierName ?? ''
  const rows = desk.conformity.flatMap(({ roundNo, name, answers }) =>
    answers.map(({ tradeId, conforms, reason }) => ({ roundNo, name, tradeId, conforms, reason })),
  )
  return (
    <DataTable
      label="符合性审查意见"
      rows={rows}
      rowKey={({ roundNo, name, tradeId }) => `${roundNo} ${name} ${tradeId}`}
      columns={[
        { key: 'supplier', title: '供应商', isHead: true, value: ({ tradeId }) => nameOf(tradeId) },
        { key: 'round', title: '轮次', width: 90, value: ({ roundNo }) => `第 ${roundNo} 轮` },
        { key: 'member', title: '成员', width: 120, value: ({ name }) => name },
        { key: 'stance', title: '意见', width: 110, value: ({ conforms }) => (conforms ? '符合' : '不符合') },
        { key: 'reason', title: '理由', value: ({ reason }) => reason },
      ]}
    />
  )
}

/** Which solutions each member recommended, once all had voted. */
export function VoteTable({ desk }: { desk: Desk }) {
  const rows = desk.suppliers.filter(
    ({ tradeId, cause }) =>
      cause === '' || desk.votes.some((one) => one.tradeIds.includes(tradeId)) || cause === 'unchosen',
  )
  return (
    <DataTable
      label="方案投票"
      rows={rows}
      rowKey={({ tradeId }) => tradeId}
      columns={[
        { key: 'supplier', title: '供应商', isHead: true, value: ({ supplierName }) => supplierName },
        {
          key: 'votes',
          title: '推荐票',
          width: 110,
          value: ({ tradeId }) =>
            `${desk.votes.filter(({ tradeIds }) => tradeIds.includes(tradeId)).length} / ${desk.votes.length}`,
        },
        {
          key: 'by',
          title: '推荐的成员',
          value: ({ tradeId }) =>
            desk.votes.flatMap(({ name, tradeIds }) => (tradeIds.includes(tradeId) ? [name] : [])).join('、'),
        },
        {
          key: 'outcome',
          title: '结论',
          width: 120,
          value: ({ cause }) => (cause === 'unchosen' ? '未被推荐' : '获得推荐'),
        },
      ]}
    />
  )
}

/** The ranking of the report, with what it is made of. */
export function RankingTable({ desk, report }: { desk: Desk; report: NonNullable<Desk['report']> }) {
  const hasScores = desk.decides === 'score'
  const names = report.ranking[0]?.ways.map(({ name }) => name) ?? []
  return (
    <>
      <DataTable
        label="评审结果"
        rows={report.ranking}
        rowKey={({ tradeId }) => tradeId}
        columns={[
          { key: 'rank', title: '排名', width: 70, value: ({ rank }) => rank },
          { key: 'name', title: '供应商', isHead: true, value: ({ supplierName }) => supplierName },
          { key: 'price', title: '最后报价（元）', kind: 'amount', width: 160, value: ({ price }) => price },
          ...(hasScores
            ? [
                ...names.map((name, i) => ({
                  key: `way-${i}`,
                  title: name,
                  width: 100,
                  value: (row: (typeof report.ranking)[number]) => row.ways[i]?.score ?? '',
                })),
                {
                  key: 'priceScore',
                  title: '价格得分',
                  width: 100,
                  value: (row: (typeof report.ranking)[number]) => row.priceScore ?? '',
                },
                {
                  key: 'score',
                  title: '综合得分',
                  width: 100,
                  value: (row: (typeof report.ranking)[number]) => row.score ?? '',
                },
              ]
            : []),
        ]}
      />
      {report.note !== '' && <p className="kb-pre kb-above-8">{report.note}</p>}
      <p className="kb-note kb-above-8">
        报告指纹 <Fingerprint hex={report.hash} />
      </p>
    </>
  )
}
