import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

const POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'"

/** Builds the offline verifier into one file, dist/verify/index.html: `vite build --config verify/vite.config.ts`. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  build: {
    outDir: fileURLToPath(new URL('../dist/verify', import.meta.url)),
    emptyOutDir: true,
    modulePreload: false,
    target: 'es2022',
    // One file: what is loaded later is in it as well.
    // The SM2 library asks for node's crypto where there is no WebCrypto; a browser never gets there.
    rolldownOptions: { external: ['crypto'], output: { codeSplitting: false } },
  },
  plugins: [inline()],
})

/** Moves script and style into the page, and forbids it the network: what it is given stays where it is. */
function inline(): Plugin {
  return {
    name: 'inline',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') throw new Error('index.html is missing')
      let html = String(page.source)
      for (const [name, file] of Object.entries(bundle)) {
        if (file === page) continue
        const code = file.type === 'chunk' ? file.code.replaceAll('</script', '<\\/script') : String(file.source)
        const [tag, body] =
          file.type === 'chunk'
            ? [new RegExp(`<script[^>]*${escaped(name)}[^>]*></script>`), `<script type="module">${code}</script>`]
            : [new RegExp(`<link[^>]*${escaped(name)}[^>]*>`), `<style>${code}</style>`]
        if (!tag.test(html)) throw new Error(`${name} has no place in the page`)
        html = html.replace(tag, () => body)
        delete bundle[name]
      }
      const policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`
      page.source = html.replace('<meta charset="utf-8" />', `$&\n    ${policy}`)
    },
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
