import { say } from '#features/procurement/methods/say.ts'
import { formatTime } from '#contract/time.ts'
import { openFile } from '#web/export.ts'
import { Timeline } from '#web/kit/timeline.tsx'
import { Button } from 'antd'
import { receiptPdf } from '../../contract.ts'
import type { Room } from '../room.ts'

/** Every submission and withdrawal, newest first; each has its receipt. */
export function BidHistory({ room }: { room: Room }) {
  const rows = room.history.toReversed()
  return (
    <Timeline
      items={rows.map((row, i) => ({
        key: row.submissionId,
        at: row.at,
        title: `${say(room, row.kind === 'submitted' ? '提交{bid}' : '撤回{bid}')}（${row.by}）`,
        state: row.submissionId === room.current?.submissionId ? 'now' : 'done',
        text: (
          <>
            日志序号 {row.logIndex}
            {i > 0 && row.kind === 'submitted' && '，已被后来的操作替代'}{' '}
            <Button
              type="link"
              size="small"
              aria-label={`${formatTime(row.at, true)} 的回执`}
              onClick={() =>
                void openFile(receiptPdf, { params: { orderId: room.orderId, submissionId: row.submissionId } })
              }
            >
              回执
            </Button>
          </>
        ),
      }))}
    />
  )
}
