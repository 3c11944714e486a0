import { Button } from 'antd'
import { openFile } from '#web/export.ts'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { useCall } from '#web/use-call.ts'
import { useReviewAddress } from '../review-address.ts'

/** Everything the result follows from, as one file that anybody can recompute elsewhere. */
export function ReplayNote({ projectId }: { projectId: string }) {
  const { reads } = useReviewAddress()
  const input = { params: { projectId } }
  const { data, error } = useCall(reads.replay, input, { fresh: 60_000 })
  if (error) return <p className="kb-hint kb-bad">{error.message}</p>
  if (!data) return null
  return (
    <div className="rv-replay kb-break kb-size-13 kb-above-12 kb-ground">
      <p className="kb-row kb-gap-12 kb-tight kb-wrap">
        <b>复算包</b>
        <span>
          含全部评审意见、报价、抽取记录与公式版本；用平台公开的复算程序可在任何电脑上独立重算，应得到同一指纹，改动任何一处都会不同。
        </span>
      </p>
      <p className="kb-row kb-gap-12 kb-tight kb-wrap">
        <span>SHA-256</span>
        <Fingerprint hex={data.hash} full />
        <Button size="small" onClick={() => void openFile(reads.replayBundle, input)}>
          下载复算包
        </Button>
      </p>
    </div>
  )
}
