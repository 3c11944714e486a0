import { Alert, Button } from 'antd'
import { useState } from 'react'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileChoice } from '#web/kit/file-choice.tsx'
import { FormModal } from '#web/kit/form-modal.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { readKeyFile } from '#features/sealing/core/key-file.ts'
import { keyHashOf, shelve, shelved } from '../core/key-shelf.ts'
import { saveKeyFile } from './key-field.tsx'
import type { Certificate } from './words.ts'

/** The key of a certificate in this browser: its backup, and its way here from another one. */
export function KeyDialog({ row, onClose }: { row: Certificate; onClose: () => void }) {
  const [file, setFile] = useState(() => shelved(localStorage, row.keyHash))
  const [problem, setProblem] = useState('')
  const take = async (chosen: File) => {
    try {
      const given = readKeyFile(JSON.parse(await chosen.text()))
      if (keyHashOf(given) !== row.keyHash) return setProblem('这不是该证书的密钥备份文件')
      shelve(localStorage, given)
      setFile(given)
      setProblem('')
    } catch {
      setProblem('不是有效的密钥备份文件')
    }
  }
  return (
    <FormModal open title="证书密钥" onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      <div className="kb-column kb-gap-12">
        <FieldList
          items={[
            { label: '持有人', value: row.holder },
            { label: '公钥指纹', value: <Fingerprint hex={row.keyHash} /> },
          ]}
        />
        {file ? (
          <>
            <Alert type="success" showIcon title="密钥在当前浏览器，以口令加密保存" />
            <Button onClick={() => saveKeyFile(file)}>下载密钥备份</Button>
          </>
        ) : (
          <>
            <Alert type="warning" showIcon title="密钥不在当前浏览器，请导入备份文件；备份也遗失的，请办理遗失补办" />
            <FileChoice accept=".json" onChoose={(chosen) => void take(chosen)} />
          </>
        )}
        {problem && <Alert type="error" showIcon title={problem} />}
      </div>
    </FormModal>
  )
}
