import { Alert, Button, Form } from 'antd'
import { useState } from 'react'
import { toBase64 } from '#features/sealing/core/bytes.ts'
import type { KeyFile } from '#features/sealing/core/key-file.ts'
import { FileChoice } from '#web/kit/file-choice.tsx'
import { saveBlob } from '#web/save-blob.ts'
import type { Medium, Suite } from '../rules/kinds.ts'
import { CreateKey } from './create-key.tsx'

interface KeyFieldProps {
  /** Base64 of the request; null: the one that is stored. */
  value?: string | null
  onChange?: (request: string) => void
  /** There is a request already. */
  hasKey: boolean
  /** Whom the key is for, in words. */
  holder: string
}

/** The key that is to be certified: made in this browser, or named by the request that its medium's own tool has made. */
export function KeyField({ value, onChange, hasKey, holder }: KeyFieldProps) {
  const form = Form.useFormInstance()
  const medium = Form.useWatch<Medium>('medium', form) ?? 'browser'
  const suite = Form.useWatch<Suite>('suite', form) ?? 'intl'
  const [isOpen, setIsOpen] = useState(false)
  const [file, setFile] = useState<KeyFile | null>(null)
  if (medium === 'usb')
    return (
      <div className="kb-column kb-gap-8 kb-start">
        <FileChoice
          accept=".csr,.p10,.pem,.der"
          onChoose={(chosen) => void chosen.arrayBuffer().then((bytes) => onChange?.(toBase64(new Uint8Array(bytes))))}
        />
        <p className="kb-note">
          用 USB Key 的管理工具在介质内生成密钥并导出证书请求（PKCS#10），在此上传；私钥不离开介质。
          {value || hasKey ? '已选择证书请求。' : ''}
        </p>
      </div>
    )
  const isMade = Boolean(value) || hasKey
  return (
    <div className="kb-column kb-gap-8 kb-start">
      <div className="kb-row kb-gap-12 kb-wrap">
        <Button type={isMade ? 'default' : 'primary'} onClick={() => setIsOpen(true)}>
          {isMade ? '重新生成密钥' : '生成密钥'}
        </Button>
        {file && <Button onClick={() => saveKeyFile(file)}>下载密钥备份</Button>}
      </div>
      {file ? (
        <Alert type="success" showIcon title="密钥已生成并保存在当前浏览器，建议下载备份文件并妥善保管" />
      ) : (
        <p className="kb-note">{isMade ? '已有密钥。' : '密钥在本机生成并保存在当前浏览器。'}</p>
      )}
      {isOpen && (
        <CreateKey
          suite={suite}
          holder={holder}
          onClose={() => setIsOpen(false)}
          onMade={(made) => {
            setFile(made.file)
            setIsOpen(false)
            onChange?.(made.request)
          }}
        />
      )}
    </div>
  )
}

/** Saves a key, still under its password, as a file. */
export function saveKeyFile(file: KeyFile): void {
  const name = `证书密钥-${file.fingerprint.slice(0, 8)}-${file.suite}.json`
  saveBlob(name, new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
}
