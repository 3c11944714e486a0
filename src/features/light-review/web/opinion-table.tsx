import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { NotedTag } from '#web/kit/status-tag.tsx'
import type { Opinion, Review } from '../contract.ts'
import { type Stance, STANCES, tally } from '../rules/review.ts'
import { STANCE_TONES } from './tones.ts'

/** What everybody said, criterion by criterion, and what was said besides. */
export function OpinionTable({ review: { criteria, opinions } }: { review: Review }) {
  const rows = criteria.map((title, i) => ({
    title,
    i,
    sums: tally(
      opinions.map(({ answers }) => answers),
      i,
    ),
  }))
  return (
    <>
      <DataTable
        label="评审意见"
        rows={rows}
        rowKey={(row) => String(row.i)}
        columns={[
          { key: 'title', title: '评审事项', isHead: true, width: 240, value: (row) => row.title },
          {
            key: 'sums',
            title: '合计',
            width: 160,
            value: ({ sums }) =>
              (Object.keys(STANCES) as Stance[])
                .filter((stance) => sums[stance] > 0)
                .map((stance) => `${STANCES[stance]} ${sums[stance]}`)
                .join('，'),
          },
          ...opinions.map((opinion) => ({
            key: opinion.memberId,
            title: opinion.name,
            render: ({ i }: { i: number }) => <Said opinion={opinion} criterion={i} />,
          })),
        ]}
      />
      {opinions.map(({ memberId, name, remark, signature, at, hash }) => (
        <div key={memberId} className="kb-above-12">
          {remark !== '' && (
            <p className="kb-pre">
              {name}：{remark}
            </p>
          )}
          <p className="kb-note">
            {signature} 签名　{formatTime(at, true)}　<Fingerprint hex={hash} />
          </p>
        </div>
      ))}
    </>
  )
}

function Said({ opinion, criterion }: { opinion: Opinion; criterion: number }) {
  const { stance, reason } = opinion.answers[criterion]!
  return <NotedTag label={STANCES[stance!]} tone={STANCE_TONES[stance!]} notes={reason ? [reason] : []} />
}
