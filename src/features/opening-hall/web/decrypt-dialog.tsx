import { BID_SLOTS } from '#features/sealed-bids/contract-slots.ts'
import { Parts } from '#web/shell/parts.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { bidderFileDecryption, releaseKeys } from '../contract-decrypt.ts'

interface Props {
  projectId: string
  bidderId: string
  /** Opened together with officers. */
  isJoint: boolean
  onClose: () => void
}

/** Releases the keys of the own bid in the hall. */
export function DecryptDialog({ projectId, bidderId, isJoint, onClose }: Props) {
  const { data } = useCall(bidderFileDecryption, { params: { projectId, bidderId } })
  const release = useAction(releaseKeys, { quiet: true })
  return (
    <Parts
      of={BID_SLOTS.unwrap}
      title={isJoint ? '提交解密密钥' : '解密投标文件'}
      okText={isJoint ? '提交密钥' : '解密并提交'}
      note={isJoint ? '提交后投标文件仍不能打开：截止提交后由保管人共同开启，全部投标同时公布。' : ''}
      orderId={projectId}
      files={data?.files}
      keyFingerprint={data?.keyFingerprint}
      onKeys={async (keys) => {
        if (!data) return
        const outcome = await release.run({ params: { id: data.submissionId }, body: { keys } })
        if (!outcome.ok) throw outcome.error
      }}
      onClose={onClose}
    />
  )
}
