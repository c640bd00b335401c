// Adds a button to each sample, which copies it to the clipboard. Text browsers would show one of
// the page even if it were hidden.
for (const sample of document.querySelectorAll('figure')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  sample.append(button);
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(sample.querySelector('pre').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2000);
  });
}
