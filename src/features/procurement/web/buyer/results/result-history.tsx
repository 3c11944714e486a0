import { openFile } from '#web/export.ts'
import { FieldList } from '#web/kit/field-list.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { Timeline } from '#web/kit/timeline.tsx'
import { formatAmount } from '#contract/money.ts'
import { resultEvidence, type ResultVersion } from '../../../contract/result.ts'

/** Every publication of a result, the one in force first; nothing as long as there is but one. */
export function ResultHistory({ orderId, versions }: { orderId: string; versions: readonly ResultVersion[] }) {
  if (versions.length < 2) return null
  return (
    <section className="kb-section" aria-label="历次结果">
      <h2>历次结果</h2>
      <Timeline
        items={versions.map((one, i) => ({
          key: one.resultId,
          at: one.publishedAt,
          state: i === 0 ? 'now' : 'done',
          title: (
            <>
              第 {one.version} 次公布{' '}
              <StatusTag label={i === 0 ? '现行' : '已失效'} tone={i === 0 ? 'success' : 'neutral'} />
            </>
          ),
          text: <Version orderId={orderId} version={one} />,
        }))}
      />
    </section>
  )
}

function Version({ orderId, version }: { orderId: string; version: ResultVersion }) {
  const { resultId, rows, cause, reason, evidenceName, notice, publishedByName } = version
  return (
    <FieldList
      items={[
        {
          label: '结果',
          wide: true,
          value: rows
            .map(
              ({ rank, supplierName, price }) =>
                `${rank === null ? '' : `第 ${rank} 名 `}${supplierName}，${formatAmount(price)} 元`,
            )
            .join('；'),
        },
        cause !== null && { label: '变更原因', value: cause, wide: true },
        reason !== '' && { label: '具体说明', value: reason, wide: true },
        evidenceName !== null && {
          label: '证明材料',
          value: (
            <button
              type="button"
              className="kb-accent kb-left"
              onClick={() => void openFile(resultEvidence, { params: { orderId, resultId } })}
            >
              {evidenceName}
            </button>
          ),
        },
        notice && { label: '公告', value: `${notice.title}（${notice.code}）`, wide: true },
        publishedByName !== '' && { label: '经办人', value: publishedByName },
      ]}
    />
  )
}
