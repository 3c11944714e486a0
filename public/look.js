// Before the first paint, and therefore a script of its own: an inline one would be refused. Only the ground is at stake
// here; the colours come with the application (src/web/look.ts, which knows the same name and values).
;(() => {
  let look = null
  try {
    look = localStorage.getItem('kb.look')
  } catch {
    // Nothing may be kept in this browser.
  }
  const isDark = look === 'dark' || (look === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  if (isDark) document.documentElement.style.colorScheme = 'dark'
})()
