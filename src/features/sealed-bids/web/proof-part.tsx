import { Button } from 'antd'
import { CallError, call } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import { saveBlob } from '#web/save-blob.ts'
import { orderTrust } from '../contract-log.ts'

/** What the offline verifier wants to know of a notice, as a file. */
export function Part({ orderId }: { orderId: string }) {
  const saveTrust = async () => {
    try {
      const trust = await call(orderTrust, { params: { orderId } })
      saveBlob('notice.json', new Blob([JSON.stringify(trust, null, 2)], { type: 'application/json' }))
    } catch (error) {
      if (error instanceof CallError && !error.handled) toast.error(error.message)
    }
  }
  return (
    <Button size="small" onClick={() => void saveTrust()}>
      下载公告校验文件（notice.json）
    </Button>
  )
}
