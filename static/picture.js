"use strict";
// The result as a PNG, which every phone can save by a long press and every chat shows. Without this the SVG stands there.
{
  const TWICE = 2; // for sharp letters
  const image = document.querySelector("[data-picture]");
  const link = document.querySelector("[data-save]");

  const draw = () => {
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * TWICE;
    canvas.height = image.naturalHeight * TWICE;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = canvas.toDataURL("image/png");
    image.src = png;
    link.href = png;
    link.download = link.dataset.save;
    document.querySelector("[data-hold]").hidden = false;
  };

  if (image.complete && image.naturalWidth) draw();
  else image.addEventListener("load", draw, { once: true });
}
