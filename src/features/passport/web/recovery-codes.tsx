import { Alert, Button } from 'antd'
import { tr } from '#web/kit/labels.ts'
import { saveBlob } from '#web/save-blob.ts'

/** Codes that are shown this once: to be downloaded or written down. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const download = () =>
    saveBlob('恢复码.txt', new Blob([`恢复码（每个只能使用一次，请妥善保管）\r\n\r\n${codes.join('\r\n')}\r\n`]))
  return (
    <>
      <Alert
        className="kb-form-error kb-below-16"
        type="warning"
        showIcon
        title={tr('请立即保存恢复码，关闭后不再显示')}
        description={tr('手机或密钥遗失时，可用恢复码登录，每个只能使用一次。')}
      />
      <ol className="kb-factor-codes kb-halves kb-numbers kb-ground kb-size-15 kb-frame kb-below-16">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="kb-flex kb-gap-8 kb-wrap kb-above-12">
        <Button onClick={download}>{tr('下载恢复码')}</Button>
        <Button type="primary" onClick={onDone}>
          {tr('已保存，继续')}
        </Button>
      </div>
    </>
  )
}
